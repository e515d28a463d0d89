import { expect, test } from 'vitest'
import { z } from 'zod'
import { browserTools } from './browser-tools.ts'

test('the ten browser tools have the names and parameters that the contract states', () => {
  const shape = Object.fromEntries(browserTools.map((t) => [t.name, Object.keys(t.params.shape).join()]))
  expect(shape).toEqual({
    browser_open: 'url,new_tab,go,tab',
    browser_view: 'what,query,from,wait_seconds',
    browser_click: 'target,x,y,button,count,modifiers',
    browser_type: 'text,target,enter,clear',
    browser_fill: 'fields,submit',
    browser_press: 'keys',
    browser_scroll: 'direction,pages,target,until',
    browser_drag: 'target,to',
    browser_script: 'code',
    browser_file: 'action,target,paths,url',
  })
})

test('their descriptions and schemas are short', () => {
  for (const { description } of browserTools) expect(description.length).toBeLessThanOrEqual(1000)
  const sent = browserTools.map((t) => t.description + JSON.stringify(z.toJSONSchema(t.params))).join('')
  expect(sent.length).toBeLessThan(9000)
})
