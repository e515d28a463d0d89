export type Language = 'en' | 'zh'

/** The language of what code itself says to the person: Chinese when a good part of the letters is. */
export function languageOf(text: string): Language {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[A-Za-z]+/g)?.length ?? 0
  return han > words ? 'zh' : 'en'
}
