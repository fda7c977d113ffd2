// Runs before the first paint, so that a dark screen never flashes light. A file of its own, since the page allows no
// inline scripts.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
)
