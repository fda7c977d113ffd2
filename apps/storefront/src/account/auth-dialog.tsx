import { CredentialsForm, type CredentialsMode } from '@giftwell/shared/auth/credentials-form.tsx'
import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'

import { AuthBenefits } from './auth-benefits.tsx'
import classes from './auth-dialog.module.css'
import { authWords } from './auth-words.ts'

/** Signing in and creating an account beside what an account is good for (specification, section 2, Customer auth dialog). */
export function AuthDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [mode, setMode] = useState<CredentialsMode>('sign-in')
  const isPhone = useMediaQuery('(max-width: 48em)')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setMode('sign-in')}
      fullScreen={isPhone ?? false}
      size="53rem"
      centered
      padding={0}
      withCloseButton
      title={mode === 'sign-in' ? 'Sign In' : 'Create Account'}
      classNames={{
        header: classes.header,
        title: classes.title,
        body: classes.body,
        content: classes.content,
      }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <AuthBenefits />
      <div className={classes.form}>
        <CredentialsForm
          mode={mode}
          words={authWords}
          emailLabel="Business Email"
          returnPath="/catalogue"
          onModeChange={setMode}
          onDone={onClose}
        />
      </div>
    </Modal>
  )
}
