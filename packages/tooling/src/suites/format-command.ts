import { endWithParent } from '../end-with-parent.ts'
import { runProgram } from '../system/run-program.ts'

// `npm run format [-- PATH ...]`: fixes what a program can fix: the format, and the lint rules that know how.

const stopping = new AbortController()
endWithParent(() => stopping.abort('disconnect'))
const paths = process.argv.length > 2 ? process.argv.slice(2) : ['.']

for (const program of [['node_modules/oxlint/bin/oxlint', '--fix'], ['node_modules/oxfmt/bin/oxfmt']]) {
  const [file = '', ...args] = program
  const { status, output } = await runProgram(file, [...args, ...paths], { signal: stopping.signal })
  process.stdout.write(output)
  if (status !== 0) process.exitCode = status
}
