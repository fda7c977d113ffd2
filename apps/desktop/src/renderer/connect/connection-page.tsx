import { useLocation, useNavigate } from 'react-router-dom'

import type { Bridge } from '../../ipc/bridge.ts'
import type { Output } from '../../ipc/contract.ts'
import { UpdateProgress } from '../updates/update-progress.tsx'
import { ConnectScreen } from './connect-screen.tsx'

interface ConnectionPageProps {
  readonly bridge: Bridge
  readonly present: Output<'connection:read'>
}

/** The Connect screen as the menu opens it, with the way back to where somebody was. */
export function ConnectionPage({ bridge, present }: ConnectionPageProps) {
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === 'default'
  return (
    <>
      <ConnectScreen
        bridge={bridge}
        present={present}
        onBack={() => void (isFirstPage ? navigate('/admin') : navigate(-1))}
      />
      <UpdateProgress bridge={bridge} />
    </>
  )
}
