import type { Config } from '../config.ts'
import { backup } from './backup.ts'
import { clean } from './clean.ts'
import { doctor } from './doctor.ts'
import { image } from './image.ts'
import { restore } from './restore.ts'
import { user } from './user.ts'

/** What can be done beside running the server. Answers the exit code. */
export type Command = (config: Config, args: string[]) => Promise<number>

/** One more is one file and one line here. */
export const commands: Record<string, Command> = { image, doctor, user, backup, restore, clean }
