import { Component, type ReactNode } from 'react'

interface Props {
  /** what to show instead; `retry` draws the children anew */
  fallback(error: Error, retry: () => void): ReactNode
  /** a change of it forgets the error */
  resetKey?: unknown
  children: ReactNode
}

/** Keeps a broken view to its own place. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children
  }
}
