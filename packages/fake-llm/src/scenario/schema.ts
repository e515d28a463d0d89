import { z } from 'zod'
import { faultSpec } from '../faults/index.ts'

/** A text, or the same text in both languages: the language of the request decides. */
export const LocalText = z.union([z.string(), z.strictObject({ en: z.string(), zh: z.string() })])
export type LocalText = z.infer<typeof LocalText>

/** A number, or ">=3", "<=3", "2..5". */
const Count = z.union([
  z.number().int(),
  z.string().regex(/^(>=|<=)\d+$|^\d+\.\.\d+$/, 'a number, ">=3", "<=3" or "2..5"'),
])
export type Count = z.infer<typeof Count>
const oneOrMore = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1)])
const Patterns = oneOrMore(z.string())

/** Patterns are regular expressions, without regard to case; `{{ }}` in them is filled first. */
export const When = z.strictObject({
  role: oneOrMore(
    z.enum(['planner', 'executor', 'reporter', 'summarizer', 'vision', 'probe', 'unknown']),
  ).optional(),
  language: z.enum(['en', 'zh']).optional(),
  request: z.string().optional(),
  turn: oneOrMore(z.enum(['new', 'update', 'message'])).optional(),
  planRev: Count.optional(),
  step: z.string().optional(),
  nthInStep: Count.optional(),
  progress: Count.optional(),
  lastTool: z
    .strictObject({
      name: oneOrMore(z.string()).optional(),
      status: oneOrMore(z.string()).optional(),
      contains: z.string().optional(),
      lacks: z.string().optional(),
    })
    .optional(),
  interrupt: z.string().optional(),
  has: Patterns.optional(),
  hasNot: Patterns.optional(),
  /** the results of this step hold it, or do not */
  done: Patterns.optional(),
  notDone: Patterns.optional(),
  image: z.boolean().optional(),
  tools: z.boolean().optional(),
})
export type When = z.infer<typeof When>

export const Capture = z.union([
  z.strictObject({
    /** regular expression; its first group, else the whole hit */
    find: z.string(),
    /** where: a tool's name (its results in this step), or a part of the request. Default: results */
    in: z.string().optional(),
    /** the newest hit unless "first" */
    pick: z.enum(['first', 'last']).optional(),
    default: z.string().optional(),
  }),
  z.strictObject({
    /** days from the date in the request: +45d, -1d, +2m */
    date: z.string().regex(/^[+-]\d+[dm]$/, 'like +45d or +2m'),
    /** YYYY, MM, M, DD, D, MMMM (month's English name), ddd (weekday) */
    format: z.string().default('YYYY-MM-DD'),
  }),
])
export type Capture = z.infer<typeof Capture>
export const Captures = z.record(z.string().regex(/^[a-z]\w*$/i), Capture)

export const Call = z.union([
  z.strictObject({
    name: z.string(),
    args: z.record(z.string(), z.unknown()).optional(),
    /** instead of args: the exact string */
    raw: z.string().optional(),
    /** do not hold the arguments against the request's own schema */
    unchecked: z.boolean().optional(),
  }),
  // `- shell_exec: { command: ls }`, the short form
  z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .refine((call) => Object.keys(call).length === 1, 'one tool a call'),
])
export type Call = z.infer<typeof Call>

export const Pace = z.strictObject({
  ttftMs: z.number().min(0).optional(),
  chunkChars: z.number().int().min(1).optional(),
  gapMs: z.number().min(0).optional(),
})

export const ReplySpec = z.strictObject({
  reasoning: LocalText.optional(),
  text: LocalText.optional(),
  calls: z.array(Call).optional(),
  finish: z.string().optional(),
  usage: z
    .strictObject({ inputTokens: z.number(), outputTokens: z.number(), cachedTokens: z.number() })
    .partial()
    .optional(),
  stream: Pace.optional(),
})
export type ReplySpec = z.infer<typeof ReplySpec>

/** The nth fault meets the nth attempt at one request; `none` lets it pass. */
const faults = z.array(faultSpec).optional()

export const RuleSpec = z
  .strictObject({
    name: z.string().optional(),
    when: When.default({}),
    let: Captures.optional(),
    reply: ReplySpec.optional(),
    /** instead of reply: one for each `progress` of the step, from 1 */
    replies: z
      .array(ReplySpec.extend({ let: Captures.optional(), faults }))
      .min(1)
      .optional(),
    faults,
  })
  .refine(
    (rule) => (rule.reply === undefined) !== (rule.replies === undefined),
    'a rule has either reply or replies',
  )

export const ScenarioFile = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string(),
  persona: z.string().optional(),
  /** regular expression over what the person asked for. Without it the rules serve every request */
  match: z.strictObject({ request: z.string() }).optional(),
  /** without match: before or after the matching scenario's own rules */
  place: z.enum(['first', 'last']).default('last'),
  let: Captures.optional(),
  stream: Pace.optional(),
  rules: z.array(RuleSpec).min(1),
})
export type ScenarioFile = z.infer<typeof ScenarioFile>
