// With the u flag only lone halves are surrogates; pairs are one character.
const loneSurrogate = /\p{Surrogate}/gu

export const wellFormed = (text: string) => text.replace(loneSurrogate, '\uFFFD')

/** Text that every server takes: no lone surrogates, no NUL. */
export function cleanText(text: string): string {
  const formed = wellFormed(text)
  return formed.includes('\0') ? formed.replaceAll('\0', '\uFFFD') : formed
}
