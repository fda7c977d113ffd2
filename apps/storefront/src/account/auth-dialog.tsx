import type { LinkKind } from '@giftwell/shared/auth/account-requests.ts'
import { CredentialsForm, type CredentialsMode } from '@giftwell/shared/auth/credentials-form.tsx'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { useSite } from '@giftwell/shared/ui/use-site.ts'
import { useState } from 'react'

import { AuthBenefits } from './auth-benefits.tsx'
import classes from './auth-dialog.module.css'
import { authWords } from './auth-words.ts'
import { useRememberPlace } from './sign-up-place.ts'

const linkTitles: Record<LinkKind, string> = { recovery: 'New Password', signup: 'New Link' }

/** Signing in and creating an account beside what an account is good for (product.md, section 2, Customer auth dialog). */
export function AuthDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const words = authWords(useSite().name)
  const remember = useRememberPlace()
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const [link, setLink] = useState<LinkKind | null>(null)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExited={() => {
        setMode('sign-in')
        setLink(null)
      }}
      size="53rem"
      title={link === null ? (mode === 'sign-in' ? 'Sign In' : 'Create Account') : linkTitles[link]}
      classNames={classes}
    >
      <AuthBenefits />
      <div className={classes.form}>
        <CredentialsForm
          mode={mode}
          words={words}
          emailLabel="Business Email"
          returnPath="/catalogue"
          consent={
            <p className={classes.consent}>
              We store your e-mail address for your account.{' '}
              <a href="/privacy" target="_blank" rel="noreferrer">
                Privacy
              </a>
            </p>
          }
          onModeChange={setMode}
          onLinkChange={setLink}
          onDone={(_done, isSignedIn) => {
            if (!isSignedIn) remember()
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
