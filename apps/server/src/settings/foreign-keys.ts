// Keys that an ai-manus `.env` may hold and that have no meaning here: they are not mistakes.
const prefixes = [
  'MONGODB_',
  'REDIS_',
  'JWT_',
  'EMAIL_',
  'PASSWORD_',
  'LOCAL_AUTH_',
  'SESSION_',
  'CELERY_',
  'SEARCH_',
]
const names = new Set([
  'AUTH_PROVIDER',
  'MODEL_PROVIDER',
  'LLM_PROVIDER',
  'BROWSER_ENGINE',
  'TASK_BACKEND',
  'MCP_CONFIG_PATH',
  'SHOW_GITHUB_BUTTON',
  'GITHUB_REPOSITORY_URL',
  'GOOGLE_ANALYTICS_ID',
  'BACKEND_URL',
  'VITE_API_URL',
  'IMAGE_REGISTRY',
  'IMAGE_TAG',
  'MOCK_DATA_FILE',
  'MOCK_DELAY',
  'ENABLE_DEBUG_BREAK',
  'SERVICE_TIMEOUT_MINUTES',
  'CHROME_ARGS',
  'UVI_ARGS',
  'ORIGINS',
  'COMPOSE_PROJECT_NAME',
])

export const isForeignKey = (key: string) =>
  names.has(key) || prefixes.some((prefix) => key.startsWith(prefix))
