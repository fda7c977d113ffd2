import { IconLogout } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import classes from './signed-in.module.css'

/** Who is signed in, and the way out, which leads to the login page (specification, section 4, Sign-out). */
export function SignedIn() {
  const { user, signOut, isLoading } = useAuth()
  const navigate = useNavigate()

  async function leave() {
    // The guard has left this page by then; the login page should not remember it for whoever signs in next.
    if (await signOut()) void navigate('/admin/login', { replace: true })
  }

  return (
    <div className={classes.root}>
      <p className={classes.who} title={user?.email}>
        <span className="visually-hidden">Signed in as </span>
        {user?.email}
      </p>
      <button type="button" className={classes.signOut} disabled={isLoading} onClick={() => void leave()}>
        <IconLogout size={18} stroke={1.7} aria-hidden />
        Sign Out
      </button>
    </div>
  )
}
