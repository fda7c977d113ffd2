import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { Link } from 'react-router-dom'

/** Leads to what can be restored. */
export function RecentlyDeletedLink() {
  return (
    <Button
      component={Link}
      to="/admin/recently-deleted"
      variant="subtle"
      px={12}
      leftSection={<IconHistory size={18} aria-hidden />}
    >
      Recently deleted
    </Button>
  )
}
