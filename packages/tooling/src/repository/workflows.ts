const pinned = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

/** Actions of a workflow that are not pinned to one commit, its version in a comment beside it: a tag can be moved. */
export function unpinnedActions(path: string, text: string): string[] {
  return [...text.matchAll(/^\s*(?:- )?uses:\s*(.+)$/gm)]
    .map((use) => use[1] ?? '')
    .filter((use) => !pinned.test(use))
    .map((use) => `${path} uses ${use}, which is not pinned to a commit.`)
}
