import { brand } from '@giftwell/shared/domain/brand.ts'

/**
 * The page that is shown when the back office stopped or could not be loaded. It is part of the main process, so that it
 * can be shown when files are missing; it holds no script, and leads back to the start.
 */
export const problemPage = `<!doctype html>
<html lang="en-IN">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>${brand.name}</title>
    <style>
      :root { --paper: #fbf7f0; --ink: #241b2f; --soft: #5f5468; --brand: #4a2545; --on-brand: #fbf7f0; }
      @media (prefers-color-scheme: dark) {
        :root { --paper: #17121c; --ink: #f1eaf2; --soft: #b9acbe; --brand: #ebdde8; --on-brand: #241b2f; }
      }
      body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: var(--paper);
        color: var(--ink); font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', sans-serif; }
      main { max-width: 30rem; padding: 2rem; text-align: center; }
      svg { width: 64px; height: 64px; fill: var(--brand); }
      .accent { fill: #e39a1b; }
      h1 { margin: 1rem 0 0.5rem; font: 600 1.75rem/1.15 Georgia, 'Times New Roman', serif; }
      p { margin: 0 0 1.5rem; color: var(--soft); text-wrap: balance; }
      a { display: inline-block; padding: 0.625rem 1.25rem; border-radius: 10px; background: var(--brand);
        color: var(--on-brand); font-weight: 600; text-decoration: none; }
      a:focus-visible { outline: 2px solid #e39a1b; outline-offset: 3px; }
    </style>
  </head>
  <body>
    <main>
      <svg viewBox="${brand.mark.viewBox}" aria-hidden="true">
        ${brand.mark.ink.map((path) => `<path d="${path}" />`).join('')}
        ${brand.mark.accent.map((path) => `<path class="accent" d="${path}" />`).join('')}
      </svg>
      <h1>Something went wrong</h1>
      <p>The back office stopped unexpectedly. What was saved is safe.</p>
      <a href="/">Restart</a>
    </main>
  </body>
</html>
`
