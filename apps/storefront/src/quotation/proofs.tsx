import type { ShownFile } from '@giftwell/back-office/quotations/pdf-pages.ts'
import { shownFile } from '@giftwell/back-office/quotations/shown-file.ts'
import { cardSources, imageAddress } from '@giftwell/shared/images/image-sizes.ts'
import type { BackendConfig } from '@giftwell/shared/kernel/backend-config.ts'
import { downloadFile } from '@giftwell/shared/platform/download-file.ts'
import { type OrderFile, orderBlob } from '@giftwell/shared/quotations/buyer-details.ts'
import { isToDecide, type LinkedOrderLine, type Proof } from '@giftwell/shared/quotations/order.ts'
import { useEffect, useState } from 'react'

import { ActionForm, Field, usePage } from './form-parts.tsx'
import type { OpenedLine } from './open-quotation.ts'

interface NewestProofProps {
  readonly config: BackendConfig
  readonly line: LinkedOrderLine
  readonly proof: Proof
  /** The quotation's line; its product is shown beside the proof. */
  readonly pictured: OpenedLine | undefined
  readonly isOpen: boolean
}

/** The newest proof. One that arrives during a decision needs a press to show, so none is approved unseen. */
export function NewestProof({ proof, ...more }: NewestProofProps) {
  const [seen, setSeen] = useState(proof.id)
  const isOver = more.line.proofs.some(({ id, decision }) => id === seen && decision !== null)
  if (seen === proof.id || isOver) return <ShownProof key={proof.id} proof={proof} {...more} />
  return (
    <p role="status">
      There is a newer proof.{' '}
      <button type="button" className="button" onClick={() => setSeen(proof.id)}>
        Show proof {proof.version}
      </button>
    </p>
  )
}

/** A proof beside the product, and the form that decides on it. */
function ShownProof({ config, line, proof, pictured, isOpen }: NewestProofProps) {
  const address = pictured?.image_url ? imageAddress(config, pictured.image_url) : null
  // Nothing is approved that was not looked at.
  const [seen, setSeen] = useState<'loading' | 'no' | 'yes'>(isShown(proof) ? 'loading' : 'no')
  return (
    <div className="proof">
      <div className="pair">
        {address !== null && (
          <img
            src={address}
            srcSet={cardSources(address, pictured?.image_widths)}
            sizes="(min-width: 600px) 320px, 45vw"
            alt={`${line.name}, without your logo`}
            width={320}
            height={240}
          />
        )}
        <ProofPicture key={proof.id} proof={proof} name={line.name} onSettled={setSeen} />
      </div>
      <p className="quiet">
        Proof {proof.version}, {proof.name}
      </p>
      {proof.note !== null && <p className="text">{proof.note}</p>}
      {!isShown(proof) && <ShownPages proof={proof} name={line.name} onSeen={() => setSeen('yes')} />}
      <DownloadProof proof={proof} onDone={() => setSeen('yes')} />
      {proof.comment !== null && <p className="text quiet">{proof.comment}</p>}
      {isOpen && isToDecide(line) && seen === 'yes' && (
        <ProofDecision key={proof.id} line={line} proof={proof} />
      )}
      {isOpen && isToDecide(line) && seen === 'no' && (
        <p role="status" className="no-print">
          Look at proof {proof.version} to decide on it.
        </p>
      )}
    </div>
  )
}

/** The most bytes of a proof that is shown without a press. */
const mostShown = 2 * 1024 * 1024

/** Whether a proof is shown without a press: PDFs and large files need one. */
function isShown({ name, size }: Proof): boolean {
  return /\.(?:png|jpg|webp)$/.test(name) && (size ?? 0) <= mostShown
}

/** A proof that is a picture, once it has come. */
function ProofPicture({
  proof,
  name: product,
  onSettled,
}: {
  readonly proof: Proof
  readonly name: string
  readonly onSettled: (seen: 'yes' | 'no') => void
}) {
  const { id, version } = proof
  const isPicture = isShown(proof)
  const { call } = usePage()
  const [file, setFile] = useState<OrderFile>()
  useEffect(() => {
    async function read() {
      try {
        setFile(await call<OrderFile>('proof_file', { id }))
        onSettled('yes')
      } catch (error) {
        // The button below also loads it, and reports the failure.
        console.warn(error)
        onSettled('no')
      }
    }
    if (isPicture) void read()
  }, [call, id, isPicture, onSettled])
  return file === undefined ? null : (
    <img src={`data:${file.type};base64,${file.content}`} alt={`Proof ${version} of ${product}`} />
  )
}

interface ShownPagesProps {
  readonly proof: Proof
  readonly name: string
  /** Called once the proof is completely shown. */
  readonly onSeen: () => void
}

/** A proof that is a PDF or large, shown on a press. */
function ShownPages({ proof: { id, version }, name: product, onSeen }: ShownPagesProps) {
  const { call } = usePage()
  const [shown, setShown] = useState<ShownFile>()
  if (shown === undefined)
    return (
      <ActionForm
        label={`Show proof ${version}`}
        send={async () => {
          const file = await call<OrderFile>('proof_file', { id })
          const drawn = await shownFile(file)
          setShown(drawn)
          if (drawn.isWhole) onSeen()
        }}
      />
    )
  const { pictures, pages, isWhole } = shown
  return (
    <div className="pages">
      {pictures.map((picture, index) => {
        const page = `${pages === 1 ? 'Proof' : `Page ${index + 1} of proof`} ${version} of ${product}`
        return <img key={page} src={picture} alt={page} />
      })}
      {!isWhole && (
        <p role="status">
          {pages > pictures.length
            ? `The first ${pictures.length} of ${pages.toLocaleString('en-IN')} pages`
            : 'Some of its pictures cannot be shown here'}
          : download the proof to decide on it.
        </p>
      )}
    </div>
  )
}

interface DownloadProofProps {
  readonly proof: Proof
  readonly onDone?: () => void
}

function DownloadProof({ proof: { id, version }, onDone }: DownloadProofProps) {
  const { call } = usePage()
  return (
    <ActionForm
      label={`Download proof ${version}`}
      send={async () => downloadFile(document, orderBlob(await call<OrderFile>('proof_file', { id })))}
      {...(onDone && { onDone })}
    />
  )
}

interface ProofDecisionProps {
  readonly line: LinkedOrderLine
  readonly proof: Proof
}

function ProofDecision({ line, proof: { id, version } }: ProofDecisionProps) {
  const { call, typed, type } = usePage()
  const [isChanging, setChanging] = useState(false)
  const comment = `change of ${id}`
  const decide = (isApproved: boolean) =>
    call('decide_proof', {
      proof: id,
      is_approved: isApproved,
      name: typed['name']?.trim() ?? '',
      comment: isApproved ? null : typed[comment],
    })
  return (
    <ActionForm
      label={isChanging ? 'Ask for a change' : `Approve proof ${version}`}
      send={() => decide(!isChanging)}
      onDone={() => type(comment, '')}
    >
      <Field label="Your name" name="name" autoComplete="name" required />
      {isChanging ? (
        <Field label={`What to change in the proof of ${line.name}`} name={comment} lines={3} required />
      ) : (
        <p className="quiet">
          We produce exactly what you approve: proof {version}, with your name and the time.
        </p>
      )}
      <button type="button" className="link" onClick={() => setChanging(!isChanging)}>
        {isChanging ? 'Approve it instead' : 'Ask for a change instead'}
      </button>
    </ActionForm>
  )
}

/** The earlier proofs with their decisions. */
export function EarlierProofs({ proofs }: { readonly proofs: readonly Proof[] }) {
  return (
    <details>
      <summary>Earlier proofs</summary>
      <ul className="files">
        {proofs.map((proof) => (
          <li key={proof.id}>
            <DownloadProof proof={proof} />
            <span className="quiet">
              Proof {proof.version}, {proof.name}.{' '}
              {proof.decision === 'approved' && `Approved by ${proof.decided_by}`}
              {proof.decision === 'change' && `${proof.decided_by}: ${proof.comment ?? ''}`}
              {proof.decision === null && 'Not answered'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
