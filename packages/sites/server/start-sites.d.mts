export interface RunningSites {
  shop: { port: number; origin: string }
  pay: { port: number; origin: string }
  close(): Promise<void>
}
export function startSites(options?: {
  host?: string
  shopPort?: number
  payPort?: number
}): Promise<RunningSites>
