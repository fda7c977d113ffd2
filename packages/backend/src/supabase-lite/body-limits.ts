import { clientHeader } from '../http/client-address.ts'
import type { Service } from '../http/api-errors.ts'
import { filePaths, maxJsonBytes } from '../http/request-body.ts'
import type { IsExempt } from './public-limits.ts'

/** The maximum body of a request to each service, in bytes. */
const maxBodyBytes: Record<Service, number> = {
  rest: maxJsonBytes,
  auth: maxJsonBytes,
  storage: 6 * 1024 * 1024,
}

/** The bytes of a file of 10 MB in base64. */
const maxFileBytes = 14 * 1024 * 1024

/** Larger bodies of JSON from administrators and sales: a reply with 5 MB of attachments in base64, 500 places, and a proof. */
const staffsBytes: ReadonlyMap<string, number> = new Map([
  ['/rest/v1/rpc/reply_to_lead', 7 * 1024 * 1024],
  ['/rest/v1/rpc/save_order_places', 2 * 1024 * 1024],
  ['/rest/v1/rpc/add_proof', maxFileBytes],
])

/** Buyers' files. Few may be in flight at a time, since a link is enough to send one. */
const mostFiles = 6
/** So no client takes all slots; the clients of an office share an address. */
const mostFilesOfNetwork = 2

/** Answers with such a file, larger than other answers to the public. */
export const answersWithFiles: ReadonlySet<string> = new Set(
  ['purchase_order_file', 'proof_file'].map((name) => `/rest/v1/rpc/${name}`),
)

/** The most bytes of a body, until it is disposed of. */
interface BodyRoom extends Disposable {
  readonly most: number
}

/** Gives each request the room for its body; null while there is none for a large one. */
export function createBodyLimits() {
  /** The networks of the files in flight. */
  const inFlight: string[] = []
  const room = (most: number, release = () => {}): BodyRoom => ({ most, [Symbol.dispose]: release })
  return async (
    service: Service,
    path: string,
    { headers }: Request,
    isExempt: IsExempt,
  ): Promise<BodyRoom | null> => {
    const usual = maxBodyBytes[service]
    const staffs = staffsBytes.get(path)
    if (staffs !== undefined && (await isExempt())) return room(staffs)
    if (!filePaths.has(path) || Number(headers.get('content-length')) <= usual) return room(usual)
    const network = headers.get(clientHeader) ?? ''
    const own = inFlight.filter((other) => other === network)
    if (inFlight.length >= mostFiles || own.length >= mostFilesOfNetwork) return null
    inFlight.push(network)
    return room(maxFileBytes, () => void inFlight.splice(inFlight.indexOf(network), 1))
  }
}
