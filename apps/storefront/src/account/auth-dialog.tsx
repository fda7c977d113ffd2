import type { LinkKind } from '@giftwell/shared/auth/account-requests.ts'
import { CredentialsForm, type CredentialsMode } from '@giftwell/shared/auth/credentials-form.tsx'
import { Dialog } from '@giftwell/shared/ui/dialog.tsx'
import { MantineTheme } from '@giftwell/shared/ui/theme-provider.tsx'
import { useClaims, useSite } from '@giftwell/shared/ui/use-site.ts'
import { IconDiscount2, IconGift, IconHeadset, IconHeart } from '@tabler/icons-react'
import { useState } from 'react'

import { PrivacyNote } from '../lead/plain-form.tsx'
import { PrivacyNotice } from '../lead/privacy-notice.tsx'
import classes from './auth-dialog.module.css'
import { authLabels, useStoreSignUpFilters } from './customer-auth.ts'

const linkTitles: Record<LinkKind, string> = { recovery: 'New Password', signup: 'New Link' }

/** Sign-in and sign-up beside the benefits of an account (product.md, section 2, Customer auth dialog). */
export function AuthDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const labels = authLabels(useSite().name)
  const storeFilters = useStoreSignUpFilters()
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const [link, setLink] = useState<LinkKind | null>(null)
  const [noticeVersion, setNoticeVersion] = useState<number>()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExited={() => {
        setMode('sign-in')
        setLink(null)
      }}
      size={link === null ? '53rem' : '30rem'}
      title={link === null ? (mode === 'sign-in' ? 'Sign In' : 'Create Account') : linkTitles[link]}
      classNames={link === null ? classes : {}}
    >
      {link === null && <AuthBenefits />}
      <div className={link === null ? classes.form : undefined}>
        <MantineTheme>
          <CredentialsForm
            mode={mode}
            words={labels}
            emailLabel="Business Email"
            returnPath="/catalogue"
            consent={
              <PrivacyNote sentence="We store your e-mail address for your account.">
                <PrivacyNotice form="sign_up" onShown={({ version }) => setNoticeVersion(version)} />
              </PrivacyNote>
            }
            noticeVersion={noticeVersion}
            onModeChange={setMode}
            onLinkChange={setLink}
            onDone={(_done, isSignedIn) => {
              if (!isSignedIn) storeFilters()
              onClose()
            }}
          />
        </MantineTheme>
      </div>
    </Dialog>
  )
}

const benefits = (products: string) => [
  { icon: IconGift, text: `Access ${products} Products` },
  { icon: IconHeart, text: 'Save Favorites' },
  { icon: IconHeadset, text: 'Priority Support' },
  { icon: IconDiscount2, text: 'Exclusive Deals' },
]

/** The benefits of a free account. */
function AuthBenefits() {
  const { products = 'All' } = useClaims()
  return (
    <section className={classes.benefits} aria-label="Benefits of an account">
      <p className={classes.label}>Free Account</p>
      <ul className={classes.list}>
        {benefits(products).map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={22} stroke={1.6} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
