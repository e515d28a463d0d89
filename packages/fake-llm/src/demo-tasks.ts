/** What the page's example buttons send to the scripted model, word for word. Plain data: safe to serve. */
export interface DemoTask {
  id: string
  title: { en: string; zh: string }
  text: { en: string; zh: string }
  /** a message to try while it works */
  then?: { en: string; zh: string }
}

export const demoTasks: readonly DemoTask[] = [
  {
    id: 'program',
    title: { en: 'A small program', zh: '小程序' },
    text: {
      en: 'Write a Python program that converts numbers to Roman numerals, with tests. Run them and fix what fails.',
      zh: '用 Python 写一个把数字转换成罗马数字的程序,并附上测试。运行测试并修正失败之处。',
    },
  },
  {
    id: 'research',
    title: { en: 'Research with sources', zh: '带来源的调研' },
    text: {
      en: 'Read the three articles on urban beekeeping at http://shop.localhost:8081/articles/ and write a report with sources.',
      zh: '阅读 http://shop.localhost:8081/articles/ 上三篇关于城市养蜂的文章,写一份带来源的报告。',
    },
  },
  {
    id: 'flight',
    title: { en: 'Find a flight', zh: '查找航班' },
    text: {
      en: 'Find a flight from Hamburg to Lisbon six weeks from now at http://shop.localhost:8081/flights/ and tell me the cheapest one.',
      zh: '在 http://shop.localhost:8081/flights/ 查找六周后从汉堡到里斯本的航班,告诉我最便宜的一班。',
    },
  },
  {
    id: 'interrupt',
    title: { en: 'Change your mind midway', zh: '中途改主意' },
    text: {
      en: 'Compare the four tents of the shop at http://shop.localhost:8081/shop/ for me and write a comparison.',
      zh: '帮我比较 http://shop.localhost:8081/shop/ 上的四款帐篷,写一份比较。',
    },
    // biome-ignore lint/suspicious/noThenProperty: the message to try afterwards; nobody awaits a task
    then: {
      en: 'Only the two lightest, please, and tell me which one fits in a bicycle bag.',
      zh: '只比较最轻的两款,并告诉我哪一款放得进自行车包。',
    },
  },
  {
    id: 'table',
    title: { en: 'A table cleaned and charted', zh: '清理表格并画图' },
    text: {
      en: 'Clean the sales table at http://shop.localhost:8081/data/sales.csv and draw a chart of revenue by product.',
      zh: '清理 http://shop.localhost:8081/data/sales.csv 的销售表,并按产品画出收入图。',
    },
  },
  {
    id: 'shop-texts',
    title: { en: 'Shop texts from a product sheet', zh: '根据产品表写商品文案' },
    text: {
      en: 'Write shop texts from the product sheet at http://shop.localhost:8081/data/products.csv.',
      zh: '根据产品表 http://shop.localhost:8081/data/products.csv 写商品文案。',
    },
  },
]
