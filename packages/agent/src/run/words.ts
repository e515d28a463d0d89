import { languageOf } from '../context/language.ts'
import type { Core } from './core.ts'

const en = {
  whatNext: 'How shall I go on?',
  gaveUp: 'I could not find a way to do this.',
  noWords: 'Done.',
  notLookedUp: 'This answer was not looked up: it may be out of date.',
  stopped: 'Stopped, as you asked.',
  skipped: 'Skipped: the run ended before it.',
  doneHeading: 'Done:',
  notDoneHeading: 'Not done:',
  nothingDone: 'Nothing was finished before that.',
  failedHeading: 'Failed or not finished:',
  unverified: 'not verified',
  missingFile: 'was named but does not exist',
  filesHeading: 'Files:',
  notClaimed: 'For the record, by the work log:',
  reportByCode: 'The model could not write the report; this one is put together from the work log.',
  reportCut: 'The model’s report broke off at its output limit; here is what the work log says.',
  bugEnd: 'The run ended because of a fault in the program:',
  cutAtBudget: 'The budget of this run is used up',
  stuckAsk: 'I am stuck:',
  stuckOptions: ['Try another way', 'Report what there is', 'Stop'],
  ok: 'All steps are done.',
  compacted: (n: number) =>
    `The context was full: ${n} older ${n === 1 ? 'result was' : 'results were'} shortened for the model. The whole is kept in the workspace.`,
  summarized: (n: number) =>
    `The context was full: the older part, with ${n} ${n === 1 ? 'result' : 'results'}, was summed up for the model. The whole is kept in the workspace.`,
  skillUsed: (name: string) => `The skill ${name} is used.`,
}
type Words = typeof en

const zh: Words = {
  whatNext: '接下来该怎么做？',
  gaveUp: '我没有找到完成这件事的办法。',
  noWords: '完成。',
  notLookedUp: '这个回答没有经过查证，可能已经过时。',
  stopped: '已按你的要求停止。',
  skipped: '已跳过：运行在此之前结束。',
  doneHeading: '已完成：',
  notDoneHeading: '未完成：',
  nothingDone: '此前没有完成任何步骤。',
  failedHeading: '失败或未完成：',
  unverified: '未经核实',
  missingFile: '被提到但不存在',
  filesHeading: '文件：',
  notClaimed: '据工作记录补充：',
  reportByCode: '模型未能写出报告；以下内容由工作记录整理而成。',
  reportCut: '模型的报告因达到输出上限而中断；以下为工作记录。',
  bugEnd: '由于程序故障，本次运行已结束：',
  cutAtBudget: '本次运行的预算已用完',
  stuckAsk: '我遇到了困难：',
  stuckOptions: ['换一种方法', '就现有结果写报告', '停止'],
  ok: '所有步骤均已完成。',
  compacted: (n: number) => `上下文已满：为模型缩短了 ${n} 个较早的结果，完整内容保存在工作区。`,
  summarized: (n: number) =>
    `上下文已满：较早的部分（含 ${n} 个结果）已为模型作了摘要，完整内容保存在工作区。`,
  skillUsed: (name: string) => `正在使用技能 ${name}。`,
}

const tables = { en, zh }

/** What code itself says, in the language of the person's latest message. */
export function words(core: Core<unknown>): Words {
  const latest = core.state.personSaid.findLast((text) => /\p{L}/u.test(text))
  const fallback = core.deps.settings.language?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
  return tables[latest ? languageOf(latest) : fallback]
}
/** Both languages of one text, to recognise it when it comes back. */
export const stuckOption = (index: number): string[] =>
  [en, zh].map(({ stuckOptions }) => stuckOptions[index] ?? '')
