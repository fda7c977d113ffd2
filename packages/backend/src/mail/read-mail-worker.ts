import { parentPort, workerData } from 'node:worker_threads'
import { headOf, readMail, type ReadMail } from './read-mail.ts'

// The program of the worker thread that reads one e-mail, since a stranger may send one that takes minutes.

if (parentPort === null) throw new Error('This program runs in a worker thread only.')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const post = (mail: ReadMail | null): void => parentPort?.postMessage(mail)
// Given by received-mail.ts.
const raw = workerData as Uint8Array

// Headers are short, so these are read whatever follows them.
const head = await readMail(raw.subarray(0, headOf(raw).length)).catch(() => null)
const text = '[This e-mail could not be read. Ask its sender to write it again, as plain text.]'
post(head && { ...head, text })
if (head !== null) post(await readMail(raw))
