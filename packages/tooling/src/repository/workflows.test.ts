import { describe, expect, test } from 'vitest'

import { unlockedInstalls, unpinnedActions } from './workflows.ts'

describe('workflows', () => {
  const commit = '8e8c483db84b4bee98b60c0593521ed34d9990e8'

  test('use actions of one commit, whose version stands beside it', () => {
    const step = (use: string) =>
      unpinnedActions('ci.yml', `steps:\n  - uses: ${use}\n  - name: x\n    uses: ${use}\n`)
    expect(step(`actions/checkout@${commit} # v6.0.1`)).toEqual([])
    for (const use of [
      'actions/checkout@v6',
      'actions/checkout@main',
      `actions/checkout@${commit}`,
      'actions/checkout',
    ]) {
      expect(step(use)).toHaveLength(2)
    }
  })

  test.each([
    'npm ci',
    'npm install --global npm@11.19.1',
    'npm test -- build desktop',
    'npm audit --omit=dev',
    'sudo apt-get install --yes xvfb',
  ])('may run %s', (command) => {
    expect(unlockedInstalls('ci.yml', `run: ${command}\n`)).toEqual([])
  })

  test.each([
    'npm install',
    'npm i zod',
    'npm install --global npm@latest',
    'npm install --global other@1.0.0',
    'npx something',
    'cd x && npm exec thing',
    'yarn add x',
  ])('may not run %s: no lockfile says what comes', (command) => {
    expect(unlockedInstalls('ci.yml', `run: ${command}\n`)).toHaveLength(1)
  })
})
