import { defineFault, noParams } from './fault.ts'

/** The server that ignores `stream: true`. Which body it sends is known only where the answer is made. */
export const jsonInsteadOfStream = defineFault({
  name: 'jsonInsteadOfStream',
  about: 'one JSON completion although a stream was asked for',
  params: noParams,
})
