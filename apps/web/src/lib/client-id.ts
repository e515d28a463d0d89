/** An id of our own for a message, so that sending it twice is one message. crypto.randomUUID needs a secure origin. */
export const clientId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
