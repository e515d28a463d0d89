import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Every time is in ms since 1970. Tokens are kept as their SHA-256 only.

export const meta = sqliteTable('meta', { key: text().primaryKey(), value: text().notNull() })

export const users = sqliteTable(
  'users',
  {
    id: text().primaryKey(),
    username: text().notNull(),
    role: text({ enum: ['admin', 'member'] }).notNull(),
    passwordHash: text(),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex('users_username').on(table.username)],
)

export const signIns = sqliteTable('sign_ins', {
  id: text().primaryKey(),
  tokenHash: text().notNull().unique(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: integer().notNull(),
  lastSeenAt: integer().notNull(),
  userAgent: text(),
})

export const apiTokens = sqliteTable('api_tokens', {
  id: text().primaryKey(),
  tokenHash: text().notNull().unique(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  createdAt: integer().notNull(),
  lastUsedAt: integer(),
})

/** One-time links: `userId` null makes the first account, else it sets that person's password. */
export const links = sqliteTable('links', {
  tokenHash: text().primaryKey(),
  userId: text().references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: integer().notNull(),
})

export const projects = sqliteTable('projects', {
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  instructions: text().notNull(),
  createdAt: integer().notNull(),
})

/** What lists show of a session stands in columns, written in the transaction that appends the event. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    projectId: text(),
    title: text().notNull(),
    /** the person named it: the agent's title does not replace theirs */
    titled: integer({ mode: 'boolean' }).notNull(),
    model: text(),
    timeZone: text(),
    language: text(),
    status: text().notNull(),
    reason: text(),
    outcome: text(),
    lastMessage: text(),
    /** `seq` of the newest event that asks for attention, and how far the person has read */
    newsSeq: integer().notNull().default(0),
    readSeq: integer().notNull().default(0),
    pinned: integer({ mode: 'boolean' }).notNull().default(false),
    archived: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (table) => [
    index('sessions_list').on(table.userId, table.pinned, table.updatedAt),
    index('sessions_open').on(table.status),
  ],
)

/** The log. `pos` orders everything; public entries also have `seq`: 1, 2, 3 … without a hole. */
export const entries = sqliteTable(
  'entries',
  {
    id: integer().primaryKey(),
    sessionId: text().notNull(),
    pos: integer().notNull(),
    seq: integer(),
    ts: integer().notNull(),
    type: text().notNull(),
    data: text().notNull(),
  },
  (table) => [
    uniqueIndex('entries_pos').on(table.sessionId, table.pos),
    uniqueIndex('entries_seq').on(table.sessionId, table.seq),
    index('entries_type').on(table.sessionId, table.type, table.pos),
  ],
)

/** The same `clientId` twice is one message. */
export const clientMessages = sqliteTable(
  'client_messages',
  {
    sessionId: text().notNull(),
    clientId: text().notNull(),
    messageId: text().notNull(),
    seq: integer().notNull(),
  },
  (table) => [uniqueIndex('client_messages_id').on(table.sessionId, table.clientId)],
)

/** A file in the server's keeping; the bytes lie under their SHA-256, once for all rows that name them. */
export const blobs = sqliteTable(
  'blobs',
  {
    id: text().primaryKey(),
    sessionId: text().notNull(),
    sha256: text().notNull(),
    mime: text().notNull(),
    size: integer().notNull(),
    name: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('blobs_content').on(table.sessionId, table.sha256, table.mime),
    index('blobs_sha').on(table.sha256),
  ],
)

/** Files sent before they belong to a message; forgotten after a day. */
export const uploads = sqliteTable('uploads', {
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  mime: text().notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  createdAt: integer().notNull(),
})

/** What the sandbox host knows of each sandbox; `record` is its own JSON. */
export const sandboxes = sqliteTable('sandboxes', {
  id: text().primaryKey(),
  sessionId: text(),
  record: text().notNull(),
})

export const savedSettings = sqliteTable('saved_settings', {
  key: text().primaryKey(),
  value: text().notNull(),
})

/** What was learnt of a model server by use: its quirks, its window. */
export const modelProfiles = sqliteTable('model_profiles', {
  key: text().primaryKey(),
  profile: text().notNull(),
  updatedAt: integer().notNull(),
})

export const shares = sqliteTable('shares', {
  sessionId: text().primaryKey(),
  token: text().notNull().unique(),
  files: integer({ mode: 'boolean' }).notNull(),
  screenshots: integer({ mode: 'boolean' }).notNull(),
  thoughts: integer({ mode: 'boolean' }).notNull(),
  expiresAt: integer(),
  createdAt: integer().notNull(),
})
