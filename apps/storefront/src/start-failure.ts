/** Says, without any of the app's code, that the site could not reach its configuration, and offers another try. */
export function showStartFailure(root: HTMLElement): void {
  const panel = document.createElement('main')
  panel.setAttribute('role', 'alert')
  panel.style.cssText =
    'max-width:26rem;margin:20vh auto;padding:0 1.5rem;font-family:system-ui,sans-serif;text-align:center'
  const title = document.createElement('h1')
  title.textContent = 'We cannot reach the catalogue'
  const explanation = document.createElement('p')
  explanation.textContent = 'Please check your connection and try again.'
  const retry = document.createElement('button')
  retry.textContent = 'Try again'
  retry.addEventListener('click', () => window.location.reload())
  panel.append(title, explanation, retry)
  root.replaceChildren(panel)
}
