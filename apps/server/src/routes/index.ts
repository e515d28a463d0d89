import { authRoutes } from './auth.ts'
import { demoRoutes } from './demo.ts'
import { eventRoutes } from './events.ts'
import { healthRoutes } from './health.ts'
import { knowledgeRoutes } from './knowledge.ts'
import { libraryRoutes } from './library.ts'
import { modelFactRoutes } from './model-facts.ts'
import { openapiRoutes } from './openapi.ts'
import { projectRoutes } from './projects.ts'
import type { Routes } from './routes.ts'
import { sessionScope } from './session-scope.ts'
import { sessionsRoutes } from './sessions.ts'
import { settingsRoutes } from './settings.ts'
import { sharedRoutes } from './shared.ts'
import { systemRoutes } from './system.ts'
import { tokenRoutes } from './tokens.ts'
import { uploadRoutes } from './uploads.ts'
import { userRoutes } from './users.ts'

/** Everything below `/api`. One more is one file and one line here. */
export const routes: Routes = async (app) => {
  for (const one of [
    healthRoutes,
    authRoutes,
    tokenRoutes,
    userRoutes,
    sessionsRoutes,
    eventRoutes,
    uploadRoutes,
    settingsRoutes,
    modelFactRoutes,
    knowledgeRoutes,
    projectRoutes,
    libraryRoutes,
    sharedRoutes,
    demoRoutes,
    systemRoutes,
    openapiRoutes,
  ])
    await app.register(one)
  await app.register(sessionScope, { prefix: '/sessions/:id' })
}
