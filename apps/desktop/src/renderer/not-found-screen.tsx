import { brand } from '@giftwell/shared/domain/brand.ts'
import { Button, Center, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'

/** Any address that is no screen of the back office. */
export function NotFoundScreen() {
  return (
    <Center mih="100dvh" p="lg" component="main" id="content">
      <title>{`Page not found · ${brand.name}`}</title>
      <Stack align="center" maw={420} ta="center">
        <Title order={1}>Page not found</Title>
        <Text c="dimmed">There is no such page in the back office.</Text>
        <Button component={Link} to="/admin">
          Back to the dashboard
        </Button>
      </Stack>
    </Center>
  )
}
