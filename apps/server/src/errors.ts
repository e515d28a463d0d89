/** The coded errors a request can end in; the README lists them. `hint` says what to do. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly hint?: string
  constructor(status: number, code: string, message: string, hint?: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.hint = hint
  }
}

type Words = readonly [status: number, message: string, hint?: string]

/** One more error is one line here. */
export const errors = {
  NOT_SIGNED_IN: [401, 'You are not signed in.', 'Sign in, or send an API token.'],
  WRONG_PASSWORD: [401, 'The name or the password is wrong.'],
  WRONG_TOKEN: [
    403,
    'This link is used up or too old.',
    'Ask for a new one on the server: npm run user -- reset NAME',
  ],
  SETUP_DONE: [409, 'The first account was made already.', 'Sign in instead.'],
  TOO_MANY_TRIES: [429, 'Too many tries.', 'Wait a few minutes.'],
  ADMIN_ONLY: [403, 'Only an administrator may do this.'],
  FOREIGN_ORIGIN: [
    403,
    'This request came from another site.',
    'Behind a reverse proxy set PUBLIC_URL, or TRUST_PROXY to the address of the proxy.',
  ],
  HOST_NOT_ALLOWED: [
    403,
    'This server does not answer to that name.',
    'Set PUBLIC_URL to the address you use.',
  ],
  SANDBOX_REFUSED: [403, 'A sandbox may not talk to the server.'],
  SESSION_NOT_FOUND: [404, 'There is no such session.'],
  USER_NOT_FOUND: [404, 'There is no such user.'],
  USER_EXISTS: [409, 'This name is taken.'],
  LAST_ADMIN: [409, 'The last administrator has to stay.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  FILE_NOT_FOUND: [404, 'There is no such file.'],
  BLOB_NOT_FOUND: [404, 'There is no such file in the keeping of the server.'],
  UPLOAD_NOT_FOUND: [404, 'An attachment is not there any more.', 'Upload it again.'],
  MESSAGE_NOT_FOUND: [404, 'There is no such message.'],
  PROPOSAL_DECIDED: [409, 'This proposal was decided already.'],
  EMPTY_MESSAGE: [400, 'A message needs a text, an attachment or an answer.'],
  INVALID_REQUEST: [400, 'The request is not right.'],
  NOT_MULTIPART: [415, 'Files are sent as multipart/form-data.'],
  TOO_LARGE: [413, 'This is too large.'],
  RANGE_NOT_SATISFIABLE: [416, 'The file has no such part.'],
  CONTROL_HELD: [409, 'Someone else has mouse and keyboard.'],
  NOT_IN_CONTROL: [409, 'You do not have mouse and keyboard just now.', 'Take control first.'],
  NO_SANDBOX: [409, 'This session has no sandbox yet.', 'Wake it, or give the agent something to do.'],
  SANDBOX_FAILED: [503, 'The sandbox did not start.'],
  SANDBOX_SILENT: [502, 'The sandbox does not answer.', 'Restart it.'],
  NO_MODEL: [409, 'No model is set.', 'Open Settings and name one.'],
  SETTING_FIXED: [409, 'This setting is fixed by the environment.'],
  SETTING_AT_START: [
    409,
    'This setting is read when the server starts.',
    'Put it into .env and start again.',
  ],
  SETTING_INVALID: [400, 'This setting has a wrong value.'],
  SETTING_UNKNOWN: [400, 'There is no such setting.'],
  PREVIEW_OFF: [409, 'Programs of the sandbox cannot be opened.', 'Set PREVIEW_PORT or PREVIEW_URL.'],
  SHARE_NOT_FOUND: [404, 'This link shows nothing (any more).'],
  STORAGE_FULL: [507, 'The disk of the server is full.'],
  NOT_BUILT_YET: [501, 'This version cannot do that yet.'],
} as const satisfies Record<string, Words>

export type ErrorCode = keyof typeof errors

/** The error of that code; `message` and `hint` say more where the listed words are not enough. */
export function refusal(
  code: ErrorCode,
  more: { message?: string; hint?: string; cause?: unknown } = {},
): HttpError {
  const [status, message, hint]: Words = errors[code]
  return new HttpError(status, code, more.message ?? message, more.hint ?? hint, { cause: more.cause })
}
