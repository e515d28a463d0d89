import { z } from 'zod'
import { bodyActions, jsonActions } from '../wire/actions.ts'
import { defineFault, noParams } from './fault.ts'

const statusTexts: Record<number, { message: string; type: string; code: string | null }> = {
  401: { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' },
  402: { message: 'Insufficient Balance', type: 'unknown_error', code: 'invalid_request_error' },
  404: {
    message: 'The model does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    code: 'model_not_found',
  },
  429: {
    message: 'Rate limit reached for requests. Please try again later.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  },
  500: {
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    code: null,
  },
  503: {
    message: 'The engine is currently overloaded, please try again later',
    type: 'server_error',
    code: null,
  },
}

export const insteadFaults = [
  defineFault({
    name: 'status',
    about: "an error status with the provider's error body; retryAfter in seconds",
    params: z.strictObject({
      status: z.number().int().min(400).max(599),
      retryAfter: z.number().min(0).optional(),
      message: z.string().optional(),
      code: z.string().optional(),
      type: z.string().optional(),
    }),
    variants: [
      { status: 429, retryAfter: 7 },
      { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota.' },
      ...[401, 402, 404, 500, 503].map((status) => ({ status })),
    ],
    answer({ status, retryAfter, ...own }, persona) {
      const known = statusTexts[status] ?? { message: `Error ${status}`, type: 'server_error', code: null }
      const headers = retryAfter === undefined ? undefined : { 'retry-after': String(retryAfter) }
      return jsonActions(status, persona.errorBody({ status, ...known, ...own }), headers)
    },
  }),
  defineFault({
    name: 'html502',
    about: "a gateway's HTML page with status 502",
    params: noParams,
    answer: () =>
      bodyActions(
        502,
        Buffer.from(
          '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body>\r\n</html>\r\n',
        ),
        { 'content-type': 'text/html' },
      ),
  }),
  defineFault({
    name: 'reset',
    about: 'the connection is dropped before a word is said',
    params: noParams,
    answer: () => [{ type: 'reset' }],
  }),
  defineFault({
    name: 'silent',
    about: 'the request is accepted and never answered',
    params: noParams,
    answer: () => [{ type: 'hang' }],
  }),
  defineFault({
    name: 'error200',
    about: 'status 200 with an error as JSON body',
    params: noParams,
    answer: (_, persona) =>
      jsonActions(
        200,
        persona.errorBody({
          status: 500,
          message: 'upstream error: do request failed',
          type: 'upstream_error',
        }),
      ),
  }),
]
