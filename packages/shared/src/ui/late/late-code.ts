/** Code that comes after the first view: loaded once, by whoever needs it first. */
export interface LateCode<Code> {
  /** The code, once it is there. */
  get(): Code | undefined
  /** Loads the code unless it is there or on its way; a load that fails can be tried again. */
  load(): Promise<Code>
}

/** Code behind an `import()` of its own; nothing is loaded yet. */
export function lateCode<Code>(importCode: () => Promise<Code>): LateCode<Code> {
  let code: Code | undefined
  let loading: Promise<Code> | undefined

  async function loadAnew(): Promise<Code> {
    try {
      code = await importCode()
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
