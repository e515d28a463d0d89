import { z } from 'zod'
import type { Routes } from './routes.ts'

const words = z.object({ en: z.string(), zh: z.string() })
// biome-ignore lint/suspicious/noThenProperty: the message to try afterwards; nobody awaits a task
const DemoTask = z.object({ id: z.string(), title: words, text: words, then: words.optional() })

/** Tasks that the scripted model can play; none when a real model is set. */
export const demoRoutes: Routes = async (app) => {
  app.get(
    '/demo',
    { schema: { response: { 200: z.object({ demo: z.boolean(), tasks: z.array(DemoTask) }) } } },
    async () => {
      if (!app.models.demo) return { demo: false, tasks: [] }
      const { demoTasks } = await import('@deskhand/fake-llm/demo-tasks')
      return { demo: true, tasks: [...demoTasks] }
    },
  )
}
