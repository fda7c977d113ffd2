-- How many e-mails a person has, so that a copy finds them by index.
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The e-mails to a contact; also those to an address that is none.
create or replace function private.mails_to(address text) returns setof public.outbox
language sql stable rows 20 security definer set search_path = '' as $$
  select mail.* from public.contacts join public.outbox as mail on contact_id = contacts.id where lower(contacts.email) = lower(address)
  union all
  select * from public.outbox
  where contact_id is null and private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and lower(recipient) = lower(address)
$$;
-- Written until here.
