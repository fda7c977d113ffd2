/** Code that comes after the first view: loaded once, by whoever needs it first. */
export interface LateCode<Code> {
  /** The code, once it is there. */
  get(): Code | undefined
  /** Loads the code unless it is there or on its way; a load that fails can be tried again. */
  load(): Promise<Code>
}

/** Milliseconds that code may take; a browser waits for ever. */
export const longestLoad = 30_000

/**
 * What an `import()` brings, given up on after a while.
 * @throws Error when it does not come, or not in time
 */
async function loadInTime<Code>(loading: Promise<Code>): Promise<Code> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code did not come in time')), longestLoad)
  })
  try {
    return await Promise.race([loading, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Code behind an `import()` of its own; nothing is loaded yet. */
export function lateCode<Code>(importCode: () => Promise<Code>): LateCode<Code> {
  let code: Code | undefined
  let loading: Promise<Code> | undefined

  async function loadAnew(): Promise<Code> {
    try {
      const importing = importCode()
      // What comes after all is there for the next try.
      void importing.then(
        (arrived) => (code = arrived),
        () => undefined,
      )
      code = await loadInTime(importing)
      return code
    } catch (error) {
      loading = undefined
      throw error
    }
  }

  return {
    get: () => code,
    load: () => (loading ??= loadAnew()),
  }
}

/** Loads code ahead of its first use; when it does not come, its first use tries again and says so. */
export function loadAhead(...codes: readonly LateCode<unknown>[]): void {
  for (const code of codes) code.load().catch(() => undefined)
}
