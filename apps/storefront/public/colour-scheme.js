// Runs before the first paint, so that a dark screen never flashes light. A file of its own, since the page allows no inline scripts.
;(function () {
  var isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
})()
