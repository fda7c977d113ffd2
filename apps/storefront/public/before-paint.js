// Runs before the first paint, so that a dark screen never flashes light, and whoever has a session does not see what
// is for everybody else. A file of its own, since the page allows no inline scripts.
document.documentElement.setAttribute(
  'data-mantine-color-scheme',
  window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
)
try {
  if (window.localStorage.getItem('giftwell-auth') !== null)
    document.documentElement.setAttribute('data-session', '')
} catch {
  // Where the browser forbids storage, nobody has a session.
}
