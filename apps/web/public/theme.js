// Runs before the first paint, so that a dark page never flashes white. A file of its own: the page's security
// policy allows no inline script.
;(() => {
  let saved = {}
  try {
    saved = JSON.parse(localStorage.getItem('deskhand.ui') ?? '{}').state ?? {}
  } catch {
    // Storage may be forbidden; the system's own choice is a good one then.
  }
  const root = document.documentElement
  const dark =
    saved.theme === 'dark' || (saved.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.lang = saved.language ?? (/^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en')
})()
