// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what some servers refuse.
const unclean = /\u0000|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Text as servers take it: no NUL, no half characters. */
export const clean = (text: string): string => text.replace(unclean, '\uFFFD')
