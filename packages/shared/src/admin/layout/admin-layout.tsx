import { IconLogout } from '@tabler/icons-react'
import { Link, Outlet, useLocation, useNavigate } from 'react-router-dom'

import { useAuth } from '../../auth/auth-context.tsx'
import { WordMark } from '../../ui/word-mark.tsx'
import { backOfficeScreens } from '../back-office-screens.ts'
import classes from './admin-layout.module.css'

/** The back office around its screens: the sidebar and Sign Out (specification, section 2, Admin layout). */
export function AdminLayout() {
  const { pathname } = useLocation()
  return (
    <div className={classes.root}>
      <aside className={classes.sidebar}>
        <div className={classes.brand}>
          <WordMark />
          <h2 className={classes.title}>Admin Panel</h2>
        </div>
        <nav aria-label="Back office" className={classes.links}>
          {backOfficeScreens.map(({ path: to, text, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className={classes.link}
              aria-current={pathname === to ? 'page' : undefined}
            >
              <Icon size={20} stroke={1.7} aria-hidden />
              {text}
            </Link>
          ))}
        </nav>
        <SignOutButton />
      </aside>
      <main className={classes.content} id="content">
        <Outlet />
      </main>
    </div>
  )
}

function SignOutButton() {
  const { signOut, isLoading } = useAuth()
  const navigate = useNavigate()

  async function leave() {
    if (await signOut()) void navigate('/admin/login')
  }

  return (
    <button type="button" className={classes.signOut} disabled={isLoading} onClick={() => void leave()}>
      <IconLogout size={20} stroke={1.7} aria-hidden />
      Sign Out
    </button>
  )
}
