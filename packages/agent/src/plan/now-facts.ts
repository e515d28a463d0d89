// Words for what changes by the day or the hour. Each pattern asks for a fact, not for an explanation of one.
const patterns: readonly RegExp[] = [
  /\b(weather|forecast|temperature) (in|for|at|today|tomorrow|tonight|now|this)\b/i,
  /\b(today'?s|current|latest|live|right now|as of now|this (morning|week|month)'?s?)\b.{0,60}\b(price|prices|rate|rates|news|score|scores|weather|forecast|version|release|results?|standings|fare|fares|time|schedule|headlines?)\b/i,
  /\b(price|prices|rate|rates|news|score|scores|weather|forecast|fare|fares|headlines?)\b.{0,60}\b(today|tonight|tomorrow|now|currently|right now|at the moment|this (week|morning|afternoon|evening|month))\b/i,
  /\b(stock|share|bitcoin|btc|eth|gold|oil|fuel|gas|flight|ticket|hotel) prices?\b/i,
  /\b(exchange rate|stock quote|opening hours|opening times|departure times?|train times?|timetable|flight status)\b/i,
  /\bhow much (is|are|does|do)\b.{0,60}\b(cost|today|now|currently|right now|ticket|flight|shares?|bitcoin)\b/i,
  /\bwhat('s| is) (happening|new|on) (in|at|today|now)\b/i,
  /\b(is|are|when does|when do)\b.{0,50}\b(open|close|closed) (today|tomorrow|now|right now|on (mon|tues|wednes|thurs|fri|satur|sun)day)\b/i,
  /(今天|今日|现在|目前|当前|最新|实时|明天|今晚|本周|此刻).{0,20}(价格|价钱|股价|汇率|天气|气温|新闻|头条|比分|票价|油价|金价|房价|版本|时刻表|营业时间|航班|行情|多少钱)/,
  /(价格|股价|汇率|天气|气温|新闻|比分|票价|油价|金价|营业时间|航班动态|行情).{0,12}(今天|现在|目前|最新|明天|多少|怎么样|如何|是什么)/,
  /(天气预报|营业时间|列车时刻|航班动态|实时行情)/,
]

/** Whether the request asks for what only the world knows now: prices, weather, news, opening hours. */
export const asksForNow = (request: string): boolean => patterns.some((pattern) => pattern.test(request))
