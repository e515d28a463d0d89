import type { Policy } from '../hands.ts'
import { clicking } from './clicking.ts'
import { forms } from './forms.ts'
import { mailing } from './mail.ts'
import { pointing } from './pointing.ts'
import { reading } from './reading.ts'

/** The tasks of this benchmark, each with the policy that plays it. */
export const policies: Readonly<Record<string, Policy>> = {
  ...clicking,
  ...forms,
  ...reading,
  ...mailing,
  ...pointing,
}
