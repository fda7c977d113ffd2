import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Context } from 'hono'
import { isSameSecret } from '../process/same-secret.ts'
import { version } from '../process/version.ts'
import { serviceOf } from './api-errors.ts'
import { isDirectFromLoopback } from './client-address.ts'
import { methodNotAllowed } from './file-response.ts'
import type { AnsweredRequest, RequestLog } from './request-log.ts'

/** Scraped by Prometheus. */
export const metricsPath = '/metrics'

type Labels = Readonly<Record<string, string>>

/** A metric with its samples, in Prometheus' terms. A sample's name is the metric's with the suffix. */
export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly { readonly value: number; readonly labels?: Labels; readonly suffix?: string }[]
}

/** A metric of one kind with a value for each label, or with one value. */
export function metric(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  values: number | readonly (readonly [labels: Labels, value: number])[],
): Metric {
  const samples =
    typeof values === 'number' ? [{ value: values }] : values.map(([labels, value]) => ({ labels, value }))
  return { name, help, type, samples }
}

/** Counts the requests of this process, and answers `GET /metrics`. */
export interface Metrics {
  /** A log that also counts its entries. */
  counting(requestLog: RequestLog): RequestLog
  /**
   * The metrics as text. With a token only its bearer reads them, without one only a client on this machine, and not
   * through a proxy.
   */
  respond(context: Context): Promise<Response>
}

export interface MetricsOptions {
  readonly token: string | null
  /** The requests whose response is not sent yet. */
  readonly inFlight: () => number
  /** The metrics of the other parts of the server. */
  readonly read?: () => Promise<readonly Metric[]>
}

/** Upper bounds of the histogram, in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** How often the event loop's delay is sampled, in milliseconds. */
const resolutionMs = 20

const refusal =
  'Metrics are only sent to clients on this machine that connect without a proxy; set METRICS_TOKEN to read them from elsewhere.\n'

/** Counts from zero. */
export function createMetrics({ token, inFlight, read = async () => [] }: MetricsOptions): Metrics {
  const requests = new Map<string, { readonly labels: Labels; value: number }>()
  const durations = new Map<string, { readonly counts: number[]; sum: number; count: number }>()
  const errors = new Map<string, number>()
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()

  function refused({ req, env }: Context): Response | null {
    if (token !== null) {
      const sent = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '')?.[1] ?? ''
      if (isSameSecret(sent, token)) return null
      return new Response('Metrics need METRICS_TOKEN as the bearer token.\n', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer' },
      })
    }
    return isDirectFromLoopback({ req, env }) ? null : new Response(refusal, { status: 403 })
  }

  function ownMetrics(): Metric[] {
    return [
      metric('gauge', 'giftwell_info', 'The running version.', [[{ version, node: process.version }, 1]]),
      metric(
        'counter',
        'giftwell_http_requests_total',
        'Requests by method, kind of path and status.',
        [...requests.values()].map(({ labels, value }) => [labels, value]),
      ),
      {
        name: 'giftwell_http_request_duration_seconds',
        help: 'Time until the response began, by kind of path.',
        type: 'histogram',
        samples: [...durations].flatMap(([kind, { counts, sum, count }]) => [
          ...buckets.map((le, index) => ({
            suffix: '_bucket',
            labels: { kind, le: String(le) },
            value: counts[index] ?? 0,
          })),
          { suffix: '_bucket', labels: { kind, le: '+Inf' }, value: count },
          { suffix: '_sum', labels: { kind }, value: sum },
          { suffix: '_count', labels: { kind }, value: count },
        ]),
      },
      metric('gauge', 'giftwell_http_requests_in_flight', 'Requests without a whole response.', inFlight()),
      metric(
        'counter',
        'giftwell_errors_total',
        'Failures of the server by their kind, as in the log.',
        [...errors].map(([error, value]) => [{ error }, value]),
      ),
    ]
  }

  /** As prom-client names them, which dashboards know. The delay is that since the last scrape. */
  function processMetrics(): Metric[] {
    const { rss, heapUsed, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    // A sample holds its own interval.
    const seconds = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000) || 0
    const [median, high, longest] = [delay.percentile(50), delay.percentile(99), delay.max].map(seconds)
    delay.reset()
    return [
      metric('counter', 'process_cpu_seconds_total', 'Processor time.', (user + system) / 1e6),
      metric('gauge', 'process_start_time_seconds', 'Start.', Date.now() / 1000 - process.uptime()),
      metric('gauge', 'process_resident_memory_bytes', 'Memory of the process.', rss),
      metric('gauge', 'nodejs_heap_size_used_bytes', 'JavaScript heap in use.', heapUsed),
      metric('gauge', 'nodejs_external_memory_bytes', 'Memory outside of the heap.', external),
      metric('gauge', 'nodejs_eventloop_lag_p50_seconds', 'Event loop delay, median.', median ?? 0),
      metric('gauge', 'nodejs_eventloop_lag_p99_seconds', 'Event loop delay, 99th percentile.', high ?? 0),
      metric('gauge', 'nodejs_eventloop_lag_max_seconds', 'Event loop delay, longest.', longest ?? 0),
    ]
  }

  function count({ method, path, status, ms }: AnsweredRequest): void {
    const kind = kindOf(path)
    const labels = { method: methods.has(method) ? method : 'other', kind, status: String(status) }
    const key = Object.values(labels).join(' ')
    const counted = requests.get(key) ?? { labels, value: 0 }
    counted.value += 1
    requests.set(key, counted)
    const duration = durations.get(kind) ?? { counts: buckets.map(() => 0), sum: 0, count: 0 }
    for (const [index, bound] of buckets.entries()) {
      if (ms / 1000 <= bound) duration.counts[index] = (duration.counts[index] ?? 0) + 1
    }
    duration.sum += ms / 1000
    duration.count += 1
    durations.set(kind, duration)
  }

  return {
    counting: (requestLog) => ({
      answered(request) {
        count(request)
        requestLog.answered(request)
      },
      failed(id, kind) {
        errors.set(kind, (errors.get(kind) ?? 0) + 1)
        requestLog.failed(id, kind)
      },
    }),
    async respond(context) {
      const { method } = context.req
      if (method !== 'GET' && method !== 'HEAD') return methodNotAllowed()
      const refusedResponse = refused(context)
      if (refusedResponse !== null) return refusedResponse
      const text = [...ownMetrics(), ...(await read()), ...processMetrics()].map(textOf).join('')
      return new Response(method === 'HEAD' ? null : text, {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      })
    },
  }
}

/** One of few kinds of path; paths themselves have names and tokens. */
function kindOf(path: string): string {
  const service = serviceOf(path)
  if (service !== null) return path.startsWith('/storage/v1/object/public/') ? 'image' : service
  if (path.startsWith('/assets/')) return 'asset'
  if (path.startsWith('/q/')) return 'quotation'
  return { '/healthz': 'health', [metricsPath]: 'metrics', '/config.json': 'config' }[path] ?? 'page'
}

/** Prometheus' text format, version 0.0.4. */
function textOf({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ value, labels = {}, suffix = '' }) => {
    const pairs = Object.entries(labels).map(
      ([label, text]) =>
        `${label}="${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
    )
    return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`
  })
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}
