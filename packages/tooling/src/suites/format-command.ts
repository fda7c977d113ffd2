import { endWithParent, runProgram } from '../system/run-program.ts'

// `npm run format [-- PATH ...]`: applies automatic fixes: the format, and fixable lint rules.

const stopping = new AbortController()
endWithParent(() => stopping.abort('disconnect'))
const paths = process.argv.length > 2 ? process.argv.slice(2) : ['.']

for (const [file, ...options] of [['oxlint/bin/oxlint', '--fix'], ['oxfmt/bin/oxfmt']]) {
  const args = [...options, ...paths]
  const { status, output } = await runProgram(`node_modules/${file}`, args, { signal: stopping.signal })
  process.stdout.write(output)
  if (status !== 0) process.exitCode = status
}
