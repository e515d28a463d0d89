#!/usr/bin/env node
// The sources are TypeScript; tsx, which the workspace has, reads them.
import { register } from 'tsx/esm/api'

register()
await import('../src/cli.ts')
