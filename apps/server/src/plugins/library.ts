import { join } from 'node:path'
import fp from 'fastify-plugin'
import { Library } from '../knowledge/library.ts'
import { Projects } from '../knowledge/projects.ts'

declare module 'fastify' {
  interface FastifyInstance {
    library: Library
    projects: Projects
  }
}

// Beside the sources, and beside the bundle they are copied to.
const shipped = [
  join(import.meta.dirname, '..', 'knowledge', 'shipped'),
  join(import.meta.dirname, 'shipped'),
]

/** Notes, skills and projects: what people taught this install. */
export const library = fp(
  async (app) => {
    const bundled = import.meta.filename.endsWith('.mjs')
    app.decorate('library', new Library(app.config.dataDir, shipped[bundled ? 1 : 0] ?? ''))
    app.decorate('projects', new Projects(app.db, app.clock.now))
  },
  { name: 'library', dependencies: ['db'] },
)
