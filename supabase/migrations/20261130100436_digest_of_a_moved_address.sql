-- digest of a moved address
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- The first proof of an account's address ends what was set up before it; a link other than the confirmation of its sign-up
-- ends the password, too, which may be another person's. A link has been used when its token is gone, but not its time.
create or replace function private.prove_address() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_moved constant boolean := lower(new.email) is distinct from lower(old.email);
  is_linked constant boolean := coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = ''
    and new.recovery_sent_at is not null and new.encrypted_password is not distinct from old.encrypted_password;
  is_confirmed constant boolean := old.email_confirmed_at is null and new.email_confirmed_at is not null;
begin
  if not (is_moved or is_linked or is_confirmed) then
    return new;
  end if;
  update public.profiles set address_proven_at = now() where id = new.id and (is_moved or address_proven_at is null);
  if not found then
    return new;
  end if;
  perform private.end_credentials(new.id, now());
  if is_moved or is_linked then
    new.encrypted_password := null;
  end if;
  if is_moved then
    delete from public.outbox where kind = 'digest' and recipient = old.email;
  end if;
  -- Empty, as Auth has them.
  new.confirmation_token := '';
  new.recovery_token := '';
  new.email_change := '';
  new.email_change_token_new := '';
  new.email_change_token_current := '';
  new.reauthentication_token := '';
  return new;
end
$$;
-- Written until here.
