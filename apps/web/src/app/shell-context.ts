import { createContext, use } from 'react'

interface ShellState {
  sideShown: boolean
  openSide(): void
}

export const ShellContext = createContext<ShellState>({ sideShown: true, openSide: () => {} })
export const useShell = (): ShellState => use(ShellContext)
