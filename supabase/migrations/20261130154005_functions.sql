-- Functions, triggers, policies, comments and rights, together: the functions of the version before are replaced at one moment.
select set_config('lock_timeout', '5s', true);
select private.lock_tables(
  'access exclusive', false, 'public.products', 'public.product_colours', 'public.deleted_records', 'public.import_rows', 'public.site_settings', 'public.industry_tags', 'public.leads', 'public.lead_handling',
  'public.quotations', 'public.quotation_versions', 'public.quotation_events', 'public.quotation_links', 'public.privacy_requests',
  'public.profiles', 'public.outbox'
);

-- Written by npm run migration from supabase/schemas.
drop function public.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean);

drop function public.person_data(email text);

drop function public.people();

drop function public.lead_pulse();

drop function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb);

drop function public.handle_lead(lead uuid, kind text, value text);

drop function public.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer);

drop function public.delete_records(entity text, ids uuid[], words text, filters jsonb);

drop function public.decide_approval(token text, is_approved boolean, name text, note text);

drop function public.claim_mails(batch integer);

drop function public.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text);

drop function public.ask_colleague(token text, email text, name text);

drop function private.set_up_managed_table(managed regclass, everyone_reads boolean);

drop function private.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean);

drop function private.save_rows(table_name text, product uuid, rows jsonb, first integer);

drop function private.queue_notices(lead uuid, event_number bigint);

drop function private.people();

drop function private.matching_product_ids(words text, filters jsonb);

drop function private.log_access(action text, leads uuid[], actor_email text);

drop function private.leads_condition(words text, since timestamp with time zone, before timestamp with time zone, after timestamp with time zone, filters jsonb, sorted text, OUT condition text, OUT source text);

drop function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb);

drop function private.handle_lead(lead uuid, kind text, value text);

drop function private.gst_states();

drop function private.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer);

drop function private.find_equal_words(query_word text, search text[], is_near boolean, OUT finds text, OUT words text[], OUT facet_ids uuid[]);

drop function private.enable_row_security(protected regclass);

drop function private.delete_records(entity text, ids uuid[], words text, filters jsonb);

drop function private.decide_approval(token text, is_approved boolean, name text, note text);

drop function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text);

drop function private.ask_colleague(token text, email text, name text);

-- An industry that is named "Pharmaceutical" has doctor types unless a later change says otherwise (product.md, section 1).
create function private.set_doctor_types() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.has_doctor_types := coalesce(new.has_doctor_types, false) or lower(new.name) = 'pharmaceutical';
  return new;
end
$$;

-- The industries whose products have doctor types (product.md, sections 5 and 9).
create function private.doctor_type_industries() returns uuid[]
language sql stable set search_path = '' as $$
  select array(select id from public.industry_tags where has_doctor_types)
$$;

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

-- The first digest of a person comes on the day after. The right to see margins ends with the role.
create or replace function private.set_role_since() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (new.is_admin, new.is_sales) is distinct from (old.is_admin, old.is_sales) then
    new.role_since := now();
    new.digest_on := (now() at time zone 'Asia/Kolkata')::date;
    new.sees_margin := new.sees_margin and (new.is_admin or new.is_sales);
  end if;
  return new;
end
$$;

-- Gives an account a role (administrator, sales), or takes it with null. The last administrator stays one: no account could
-- give the role again. One after the other, so that two who revoke each other do not both succeed.
create or replace function private.assign_role(account uuid, role text) returns void
language plpgsql set search_path = '' as $$
declare
  was_admin boolean;
begin
  perform private.require(role in ('administrator', 'sales') is not false, 'A role is administrator or sales', '22023');
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select is_admin into was_admin from public.profiles where id = account;
  update public.profiles
  set is_admin = assign_role.role is not distinct from 'administrator', is_sales = assign_role.role is not distinct from 'sales'
  where id = account;
  -- The first administrator is notified of new leads, until Site Settings say otherwise.
  insert into public.site_settings (notice_emails)
  select array[users.email] from auth.users
  where users.id = account and assign_role.role = 'administrator' and private.is_email_address(users.email)
    and not exists (select from public.site_settings)
    and not exists (select from public.profiles where profiles.is_admin and profiles.id <> account);
  perform private.require(was_admin is not true or exists (
    select from public.profiles join auth.users on users.id = profiles.id where profiles.is_admin and users.deleted_at is null
  ), 'The last administrator cannot be revoked: appoint another one first', '23514');
end
$$;

create or replace function private.set_role(person uuid, role text default null, successor uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the caller's own role is read: another administrator may be revoking it.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(person is distinct from auth.uid(), 'Only another administrator can change your role', '22023');
  perform from public.profiles where id = person and (is_admin or is_sales);
  perform private.require(found, 'This person no longer has access', 'PT404');
  if successor is not null then
    perform from public.profiles where id = successor and id <> person and (is_admin or is_sales);
    perform private.require(found, 'Leads can only be handed over to administrators and sales', '22023');
    perform private.hand_over(person, successor);
  end if;
  perform private.assign_role(person, role);
end
$$;

create function private.people() returns table (
  id uuid, email text, name text, role text, since timestamptz, last_sign_in_at timestamptz, has_second_factor boolean,
  telephone text, factor_removed_at timestamptz, factor_removed_by text, sees_margin boolean, away_until date, deputy text
)
language sql stable security definer set search_path = '' as $$
  select
    users.id, users.email::text, profiles.name, case when profiles.is_admin then 'administrator' else 'sales' end,
    coalesce(profiles.role_since, profiles.created_at), users.last_sign_in_at,
    exists (select from auth.mfa_factors where mfa_factors.user_id = users.id and mfa_factors.status = 'verified'),
    profiles.telephone, removal.changed_at, private.display_name(removal.actor_id), profiles.is_admin or profiles.sees_margin,
    current.away_until, case when current.away_until is not null then private.display_name(profiles.deputy_id) end
  from public.profiles join auth.users on users.id = profiles.id
  left join lateral (
    select changed_at, actor_id from public.record_history where entity = 'profiles' and record_id = users.id order by number desc limit 1
  ) as removal on true
  left join lateral (
    select profiles.away_until where profiles.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ) as current on true
  where (profiles.is_admin or profiles.is_sales) and users.deleted_at is null and (select private.is_admin())
  order by users.email
$$;

select private.expose('people',
  'Who works in the back office, by e-mail address: name, telephone, role (administrator, sales) and since when, whether signing in takes a second factor, when and by whom a lost one was removed, whether margins are shown, until when they are away, and the deputy. Empty for anyone but administrators.');

-- Ends what a lost role has given, also when the owner's SQL takes it: the person's API keys, the invitations that the person sent, which
-- could give the role to another address of theirs, begun checks of a second factor and, without any role, the person's views, calendar
-- feed and open leads. A change of role also ends an open invitation of the address, which would give back a role that is taken later.
create or replace function private.end_former_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.invitations where lower(email) = (select lower(users.email) from auth.users where users.id = new.id);
  if not (new.is_admin or new.is_sales) then
    perform private.hand_over(new.id, null);
    delete from private.calendar_links where user_id = new.id;
    delete from public.outbox where kind = 'digest' and recipient = (select users.email from auth.users where users.id = new.id);
  end if;
  if old.is_admin and not new.is_admin or not (new.is_admin or new.is_sales) then
    delete from private.invitations where inviter_id = new.id;
    with ended as (
      update private.api_keys set revoked_at = now(), revoked_by = made_by where made_by_id = new.id and revoked_at is null returning id
    )
    insert into public.record_history (entity, record_id, actor_id, kind) select 'api_keys', ended.id, auth.uid(), 'deleted' from ended;
    delete from auth.mfa_challenges using auth.mfa_factors where mfa_factors.id = factor_id and mfa_factors.user_id = new.id;
    delete from public.list_views where owner_id = new.id and not (new.is_admin or new.is_sales);
  end if;
  return null;
end
$$;

create or replace function private.invite(email text, role text) returns uuid
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address constant text := private.trimmed(invite.email);
  invited uuid;
begin
  -- Before the caller's own role is read: it may be taken meanwhile, with the caller's invitations.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(private.is_email_address(address), 'This is not an e-mail address', '22023');
  perform private.require(invite.role in ('administrator', 'sales'), 'A role is administrator or sales', '22023');
  perform from public.profiles join auth.users on users.id = profiles.id
  where (profiles.is_admin or profiles.is_sales) and lower(users.email) = lower(address);
  perform private.require(not found, 'This person has access already: change the role in the list', '22023');
  perform from private.invitations where lower(email) <> lower(address) offset 49;
  perform private.require(not found, 'You can have at most 50 open invitations: revoke one first', '22023');
  insert into private.invitations as invitation (email, role, invited_by, inviter_id, expires_at)
  values (address, invite.role, private.display_name(auth.uid()), auth.uid(), now() + interval '7 days')
  on conflict (lower(email)) do update set
    role = excluded.role, invited_by = excluded.invited_by, inviter_id = excluded.inviter_id, expires_at = excluded.expires_at, token_hash = null
  returning id into invited;
  insert into public.outbox as mail (invitation_id, kind, recipient) values (invited, 'invitation', address)
  on conflict (invitation_id) do update set state = 'queued', attempts = 0, next_attempt_at = now(), last_error = null;
  return invited;
end
$$;

create or replace function private.revoke_invitation(invitation uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can manage people');
  delete from private.invitations where id = invitation
$$;

create or replace function private.accept_invitation(token text, new_password text, name text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  accepted private.invitations;
  account record;
  -- The session that accepts, if the proof of the account's address came before it.
  own_session uuid;
begin
  perform private.require(char_length(new_password) >= 6, 'Password should be at least 6 characters', '22023');
  perform private.require(octet_length(new_password) <= 72, 'Password cannot be longer than 72 characters', '22023');
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  select * into accepted from private.invitations
  where token_hash = sha256(convert_to(accept_invitation.token, 'UTF8')) and expires_at > now();
  select users.id, profiles.address_proven_at as proven_at, profiles.is_admin or profiles.is_sales as has_role into account
  from auth.users join public.profiles on profiles.id = users.id
  where lower(users.email) = lower(accepted.email) and not users.is_sso_user and users.deleted_at is null;
  perform private.require(
    accepted.id is not null and account.has_role is not true,
    'This invitation no longer works: each works once, within 7 days. Ask for a new one.', 'PT404'
  );
  if account.id is null then
    account.id := private.create_account(accepted.email);
  end if;
  select sessions.id into own_session from auth.sessions
  where sessions.id::text = auth.jwt() ->> 'session_id' and sessions.user_id = account.id and sessions.created_at > account.proven_at;
  perform private.end_credentials(
    account.id, case when account.proven_at is null then now() else accepted.expires_at - interval '7 days' end, own_session
  );
  update public.profiles
  set address_proven_at = coalesce(address_proven_at, now()), name = coalesce(nullif(private.trimmed(accept_invitation.name), ''), profiles.name)
  where id = account.id;
  update auth.users set
    encrypted_password = private.password_hash(new_password), email_confirmed_at = coalesce(email_confirmed_at, now()),
    confirmation_token = '', recovery_token = '', email_change = '', email_change_token_new = '', email_change_token_current = '',
    reauthentication_token = '', updated_at = now()
  where id = account.id;
  perform private.assign_role(account.id, accepted.role);
  return accepted.role;
end
$$;

create or replace function private.my_account() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'name', profiles.name, 'telephone', profiles.telephone, 'signature', profiles.signature,
    'away_until', profiles.away_until, 'deputy_id', profiles.deputy_id, 'digest_hour', digest_hour, 'digest_days', digest_days,
    'calendar_since', (select made_at from private.calendar_links where user_id = profiles.id),
    'recovery_codes', (
      select count(code_hash) from auth.mfa_factors left join private.recovery_codes on factor_id = mfa_factors.id
      where user_id = profiles.id and status = 'verified' having count(distinct mfa_factors.id) > 0
    ),
    'sessions', (
      select jsonb_agg(jsonb_build_object(
        'id', id, 'device', user_agent, 'used_at', updated_at, 'is_current', id::text = auth.jwt() ->> 'session_id'
      ) order by updated_at desc)
      from auth.sessions where user_id = profiles.id
    )
  ) from public.profiles where id = (select auth.uid()) and (select private.is_staff())
$$;

create or replace function private.save_account(name text, telephone text, signature text) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can change account details');
  update public.profiles as profile set
    name = nullif(private.trimmed(name), ''), telephone = nullif(private.trimmed(telephone), ''),
    signature = nullif(private.trimmed(signature), '')
  where profile.id = auth.uid();
end
$$;

create function private.save_absence(away_until date, deputy uuid) returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can enter an absence');
  perform private.require(
    deputy is null or deputy <> auth.uid() and exists (select from public.profiles where id = deputy and (is_admin or is_sales)),
    'Choose another person of the back office as deputy', '22023'
  );
  perform private.require(away_until is null or deputy is not null, 'Choose a deputy', '22023');
  update public.profiles as profile set away_until = away_until, deputy_id = deputy where profile.id = auth.uid();
end
$$;

select private.expose('save_absence', 'Saves until which day the caller is away, null for not, and who gets the e-mails meanwhile. For administrators and sales.');

create function private.save_digest(hour integer, days integer) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales have a digest');
  select private.require(hour between 0 and 23 is not false and days between 5 and 7, 'Choose an hour of the day, and 5, 6 or 7 days', '22023');
  update public.profiles set digest_hour = hour, digest_days = days where id = auth.uid()
$$;

select private.expose('save_digest',
  'Saves at which hour in India the caller gets the daily digest, null for none, and on how many days from Monday. For administrators and sales.');

-- Who does a person's work today: the deputy while the person is away and both are on the staff.
create function private.acting_for(person uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  with recursive deputies as (
    select person as id, 0 as step
    union all
    select deputy.id, step + 1
    from deputies join public.profiles as away using (id)
    join public.profiles as deputy on deputy.id = away.deputy_id and (deputy.is_admin or deputy.is_sales)
    where away.away_until >= (now() at time zone 'Asia/Kolkata')::date
  ) cycle id set is_circle using path
  select id from deputies where not is_circle order by step desc limit 1
$$;

create or replace function private.end_session(session uuid) returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales can end single sessions');
  delete from auth.sessions where id = session and user_id = auth.uid()
$$;

create or replace function private.remove_second_factor(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  perform private.require(person is distinct from auth.uid(), 'Only another administrator can remove your second factor', '22023');
  delete from auth.mfa_factors using public.profiles
  where user_id = person and profiles.id = person and (is_admin or is_sales);
  if found then
    delete from auth.sessions where user_id = person;
    insert into public.record_history (entity, record_id, actor_id, kind, before)
    values ('profiles', person, auth.uid(), 'changed', '{"has_second_factor": true}');
    insert into public.outbox (kind, recipient) select 'factor_removed', email from auth.users where id = person;
  end if;
end
$$;

-- Protects a table: row level security, no grants but reading for accounts and those that follow, and TRUNCATE refused. Its readers
-- are staff or administrators; without any, policies for reading follow.
create function private.enable_row_security(protected regclass, readers text default null) returns void
language plpgsql set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', protected);
  execute format('revoke all on %s from anon, authenticated', protected);
  execute format('grant all on %s to service_role', protected);
  execute format('grant select on %s to authenticated', protected);
  perform private.allow_service_role(protected);
  execute format(
    'create trigger refuse_truncate before truncate on %s for each statement execute function private.refuse_truncate()',
    protected
  );
  if readers is not null then
    execute format(
      'create policy %I on %s for select to authenticated using ((select private.%I()))', readers || ' read', protected,
      case readers when 'staff' then 'is_staff' else 'is_admin' end
    );
  end if;
end
$$;

-- Trims every text of a row. An empty one is stored as null where its column may be null, and a logo in our own bucket
-- without the host.
create or replace function private.normalize_texts() returns trigger
language plpgsql set search_path = '' as $$
begin
  new := jsonb_populate_record(new, coalesce((
    select jsonb_object_agg(field.key, case when attnotnull then normal.text else nullif(normal.text, '') end)
    from jsonb_each_text(to_jsonb(new)) as field
    cross join private.trimmed(field.value) as trimmed
    cross join lateral (values (case when field.key in ('logo_url', 'logo_dark_url', 'icon_url') then private.without_own_host(trimmed) else trimmed end)) as normal (text)
    join pg_attribute on attrelid = tg_relid and attname = field.key and atttypid = 'text'::regtype
    -- A band is chosen and not typed.
    where field.key <> 'budget' and (normal.text is distinct from field.value or normal.text = '')
  ), '{}'));
  return new;
end
$$;

-- Before the foreign keys act, while the record is locked and its links and facts are there. A link table has the record on
-- one side or the other; ids are unique among all tables.
create or replace function private.store_deleted_record() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  record constant jsonb := to_jsonb(old);
  links constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'subcategory_categories', (
      select jsonb_agg(link) from public.subcategory_categories as link where old.id in (subcategory_id, category_id)
    ),
    'product_industry_tags', (
      select jsonb_agg(link) from public.product_industry_tags as link where old.id in (product_id, industry_tag_id)
    ),
    'product_themes', (select jsonb_agg(link) from public.product_themes as link where old.id in (product_id, theme_id)),
    'product_doctor_type_tags', (
      select jsonb_agg(link) from public.product_doctor_type_tags as link where old.id in (product_id, doctor_type_tag_id)
    ),
    'products', (
      select jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id))
      from public.products where old.id in (category_id, subcategory_id)
    ),
    'product_branding_methods', (
      select jsonb_agg(link) from public.product_branding_methods as link where old.id in (product_id, branding_method_id)
    ),
    'product_pictures', (select jsonb_agg(fact) from public.product_pictures as fact where product_id = old.id),
    'product_colours', (select jsonb_agg(fact) from public.product_colours as fact where product_id = old.id),
    'product_parts', (select jsonb_agg(fact) from public.product_parts as fact where product_id = old.id),
    'product_terms', (select jsonb_agg(fact) from public.product_terms as fact where product_id = old.id),
    'product_price_breaks', (select jsonb_agg(fact) from public.product_price_breaks as fact where product_id = old.id)
  ));
begin
  insert into public.deleted_records (id, entity, name, record, links, products, image_names)
  values (
    old.id, tg_table_name, coalesce(record ->> 'name', record ->> 'title', record ->> 'words'), record, links,
    (
      select count(distinct coalesce(link ->> 'product_id', link ->> 'id'))
      from jsonb_each(links) as kind, jsonb_array_elements(kind.value) as link
      where coalesce(link ->> 'product_id', link ->> 'id') <> old.id::text
    ),
    private.shown_image_names(record, links)
  )
  on conflict (id) do update set
    entity = excluded.entity, name = excluded.name, record = excluded.record, links = excluded.links,
    products = excluded.products, image_names = excluded.image_names, deleted_at = excluded.deleted_at;
  -- What is looked for at each visit is there, or was changed.
  delete from private.demo_records where id = old.id;
  return old;
end
$$;

-- The rights on a table that the back office manages, and the triggers of its records. Only administrators write it. Its readers are
-- everyone, staff or administrators; without any, policies for reading follow. Its deleted records can be restored, if wanted.
create function private.set_up_managed_table(managed regclass, readers text default null, is_restorable boolean default true) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.enable_row_security(managed, nullif(readers, 'everyone'));
  execute format('grant insert, update, delete on %s to authenticated', managed);
  if readers = 'everyone' then
    execute format('grant select on %s to anon', managed);
    execute format('create policy "everyone reads" on %s for select to anon, authenticated using (true)', managed);
  end if;
  execute format(
    'create policy "administrators create" on %s for insert to authenticated with check ((select private.is_admin()))', managed
  );
  execute format(
    'create policy "administrators change" on %s for update to authenticated
     using ((select private.is_admin())) with check ((select private.is_admin()))',
    managed
  );
  execute format(
    'create policy "administrators delete" on %s for delete to authenticated using ((select private.is_admin()))', managed
  );
  execute format(
    'create trigger notify_change after insert or update or delete or truncate on %s execute function private.notify_change()', managed
  );
  if exists (select from pg_attribute where attrelid = managed and attname = 'version') then
    execute format(
      'create trigger count_version before insert or update on %1$s for each row execute function private.count_version();
       create trigger normalize before insert or update on %1$s for each row execute function private.normalize_texts()',
      managed
    );
    perform private.after_changes(managed, 'record_history', 'record_changes()');
    if is_restorable then
      execute format(
        'create trigger store_deleted_record before delete on %s for each row execute function private.store_deleted_record()', managed
      );
    end if;
  end if;
end
$$;

-- How many products the catalogue shows, of more than 10,000 as 10,001; null while one is there as the demo brought it. Its body is read when it runs: the tables are
-- made later.
create function private.own_products() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from private.demo_records join public.products using (id, version)) then
    return null;
  end if;
  return (select count(*) from (select from private.product_search where is_sample limit 10001) as counted);
end
$$;

create or replace function private.site_details() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', name, 'footer_tagline', footer_tagline, 'logo_url', logo_url, 'logo_dark_url', logo_dark_url, 'icon_url', icon_url,
    'colour_scheme', colour_scheme, 'colour_primary', colour_primary,
    'colour_accent', colour_accent, 'contact_email', contact_email, 'contact_phone', contact_phone,
    'second_phone', second_phone, 'second_phone_label', second_phone_label,
    'contact_address', contact_address, 'whatsapp_number', whatsapp_number, 'grievance_contact', grievance_contact, 'counts', nullif(counts_visits, true),
    'pharma_hints', nullif(pharma_hints, true), 'hero_headline', hero_headline, 'hero_text', hero_text,
    'hero_image_url', hero_image_url, 'hero_image_alt', hero_image_alt, 'terms_changed_on', terms_changed_on,
    'claimed_products', claimed_products, 'claimed_members', claimed_members, 'claimed_answer', claimed_answer,
    'claimed_compliance', claimed_compliance, 'own_products', own_products,
    'offers_samples', nullif(offers_samples, true), 'sample_charge', sample_charge, 'sample_return_days', sample_return_days,
    -- Whether the catalogue shows gifts of the industry that the home page names.
    'sells_pharma', nullif(own_products is not null and exists (
      select from public.industry_tags as industry
      join public.product_industry_tags as link on link.industry_tag_id = industry.id
      join public.products as product on product.id = link.product_id
      where lower(industry.name) = 'pharmaceutical' and product.is_sample
    ), false)
  ))
  from private.own_products() as own_products left join public.site_settings on true
$$;

create function private.terms_text() returns text
language sql stable security definer set search_path = '' as $$
  select terms from public.site_settings
$$;

select private.expose('terms_text', 'The text of the page /terms; null where there is none.');

-- Links and facts show no more than their product does: the subquery is itself under the policies of products.
create or replace function private.show_with_product(fact_table regclass) returns void
language plpgsql set search_path = '' as $$
begin
  execute format(
    'grant select on %1$s to anon;
     create policy "visitors read those of featured products" on %1$s for select to anon
       using (product_id = any ((select private.home_page_product_ids())::uuid[]));
     create policy "readable with their product" on %1$s for select to authenticated
       using ((select private.is_staff()) or exists (select from public.products where products.id = product_id))',
    fact_table
  );
end
$$;

-- Runs after normalize_texts. Sizes and colour belong to an image of our own bucket and are removed with it, and a subcategory with
-- its category.
create or replace function private.normalize_product() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.image_url := private.without_own_host(new.image_url);
  new.code := private.normalize_code(new.code);
  new.is_sample := coalesce(new.is_sample, false);
  new.is_featured := coalesce(new.is_featured, false);
  new.is_brand_reminder := coalesce(new.is_brand_reminder, false);
  if private.is_product_image_path(new.image_url) is not true then
    new.image_widths := null;
    new.image_colour := null;
  end if;
  if new.category_id is null then
    new.subcategory_id := null;
  end if;
  return new;
end
$$;

-- Runs after normalize_texts. A telephone number is pasted as it is written, with spaces and dashes.
create or replace function private.normalize_site_settings() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.colour_primary := lower(new.colour_primary);
  new.colour_accent := lower(new.colour_accent);
  new.whatsapp_number := nullif(regexp_replace(new.whatsapp_number, '[-[:space:]()./]', '', 'g'), '');
  new.notice_emails := nullif(
    array(
      select private.trimmed(address) from unnest(new.notice_emails) with ordinality as input (address, position)
      where private.trimmed(address) <> '' order by position
    ), '{}'
  );
  new.hero_image_url := private.without_own_host(new.hero_image_url);
  if new.hero_image_url is null then
    new.hero_image_alt := null;
  end if;
  -- The form may be older than the sweep that removed an image. The home page shows two of its sizes.
  if tg_op = 'INSERT' or new.hero_image_url is distinct from old.hero_image_url then
    if private.is_product_image_path(new.hero_image_url) and exists (
      select from unnest(array['', '-480', '-960']) as size
      where not exists (
        select from storage.objects
        where bucket_id = 'product-images'
          and name = regexp_replace(private.stored_image_name(new.hero_image_url), '(\.[a-z]+)$', size || '\1', 'i')
      )
    ) then
      raise exception 'The picture has been removed in the meantime: choose it again'
        using errcode = '23514', detail = 'It violates the constraint "site_settings_hero_image_url_stored".';
    end if;
  end if;
  new.terms_changed_on := case
    when new.terms is null then null
    when tg_op = 'UPDATE' and new.terms is not distinct from old.terms then old.terms_changed_on
    else (now() at time zone 'Asia/Kolkata')::date
  end;
  return new;
end
$$;

-- The lists of a product in JSON, each with its table; those of tags with the column of their ids.
create function private.product_lists(out field text, out table_name text, out tag_id text) returns setof record
language sql immutable set search_path = '' rows 8 as $$
  values
    ('industries', 'product_industry_tags', 'industry_tag_id'), ('themes', 'product_themes', 'theme_id'),
    ('doctor_types', 'product_doctor_type_tags', 'doctor_type_tag_id'), ('branding', 'product_branding_methods', null),
    ('pictures', 'product_pictures', null), ('colours', 'product_colours', null), ('parts', 'product_parts', null),
    ('price_breaks', 'product_price_breaks', null)
$$;

-- Products as put_products takes them: their columns and those of their terms, the ids of their tags, and their other lists in their order;
-- of lists those alone that are wanted, or all. Of one that does not exist all is empty.
create function private.products_as_json(ids uuid[], lists text[] default null, out id uuid, out fields jsonb) returns setof record
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  whole constant boolean := lists is null;
begin
  return query
  select wanted.id, to_jsonb(jsonb_populate_record(product, '{}')) || (to_jsonb(jsonb_populate_record(terms, '{}')) - 'product_id') || jsonb_build_object(
    'industries', case when whole or 'industries' = any (lists) then array(
      select industry_tag_id from public.product_industry_tags where product_id = wanted.id order by 1
    ) end,
    'themes', case when whole or 'themes' = any (lists) then array(select theme_id from public.product_themes where product_id = wanted.id order by 1) end,
    'doctor_types', case when whole or 'doctor_types' = any (lists) then array(
      select doctor_type_tag_id from public.product_doctor_type_tags where product_id = wanted.id order by 1
    ) end,
    'branding', case when whole or 'branding' = any (lists) then array(
      select to_jsonb(link) - 'product_id' from public.product_branding_methods as link where product_id = wanted.id order by branding_method_id
    ) end
  ) || case when whole then jsonb_build_object(
    'pictures', array(
      select to_jsonb(picture) - array['product_id', 'position'] from public.product_pictures as picture where product_id = wanted.id order by position
    ),
    'colours', array(
      select to_jsonb(colour) - array['product_id', 'position', 'picture_position']
      from public.product_colours as colour where product_id = wanted.id order by position
    ),
    'parts', array(
      select to_jsonb(part) - array['product_id', 'position'] from public.product_parts as part where product_id = wanted.id order by position
    ),
    'price_breaks', array(
      select to_jsonb(price) - 'product_id' from public.product_price_breaks as price where product_id = wanted.id order by quantity
    )
  ) else '{}' end
  from unnest(ids) as wanted (id)
  left join public.products as product on product.id = wanted.id left join public.product_terms as terms on terms.product_id = wanted.id;
end
$$;

create function private.product_as_json(product uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if product is null then
    return to_jsonb(jsonb_populate_record(null::public.products, '{}')) || (to_jsonb(jsonb_populate_record(null::public.product_terms, '{}')) - 'product_id')
      || (select jsonb_object_agg(field, '[]'::jsonb) from private.product_lists());
  end if;
  return (select fields from private.products_as_json(array[product]));
end
$$;

-- The columns of a table that are among these fields of a product, or all, but for those that the database sets.
create function private.columns_among(listed regclass, fields text[] default null) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select attname from pg_catalog.pg_attribute
    where attrelid = listed and attnum > 0 and not attisdropped and (fields is null or attname = any (fields))
      and attname <> all ('{id,product_id,created_at,version,featured_order}')
  );
end
$$;

-- Every field of a product that may be written.
create function private.product_fields() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return private.columns_among('public.products') || private.columns_among('public.product_terms') || array(select field from private.product_lists());
end
$$;

-- Writes the terms and the lists of products that are among their fields, but for rows that are so already. Terms without any have no
-- row; the ordinal in a list is the position, of pictures after the first. New products have no rows to compare with.
create function private.save_rows(products jsonb, fields text[], is_new boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  list record;
  rows jsonb;
  ids uuid[];
begin
  for list in
    select * from private.product_lists() where field = any (fields)
    union all select 'terms', 'product_terms', null where private.columns_among('public.product_terms', fields) <> '{}'
  loop
    if list.field = 'terms' then
      select array_agg((item ->> 'id')::uuid), jsonb_agg(wanted || jsonb_build_object('product_id', item -> 'id')) filter (where jsonb_strip_nulls(wanted) <> '{}')
      into ids, rows
      from jsonb_array_elements(products) as item
      left join public.product_terms as terms on terms.product_id = (item ->> 'id')::uuid
      cross join lateral (select to_jsonb(jsonb_populate_record(terms, item)) - 'product_id' as wanted) as merged;
    else
      select array_agg((item ->> 'id')::uuid), jsonb_agg(distinct case when list.tag_id is not null then jsonb_build_object(list.tag_id, row) else row || jsonb_build_object(
        'position', position + case list.field when 'pictures' then 1 else 0 end
      ) end || jsonb_build_object('product_id', item -> 'id')) filter (where row is not null)
      into ids, rows
      from jsonb_array_elements(products) as item
      left join jsonb_array_elements(nullif(item -> list.field, 'null')) with ordinality as input (row, position) on true
      where item ? list.field;
    end if;
    continue when is_new and rows is null;
    if not is_new then
      execute format(
        'delete from public.%1$I as former where former.product_id = any ($1) and not exists (
           select from jsonb_populate_recordset(null::public.%1$I, $2) as wanted
           where wanted.product_id = former.product_id and wanted is not distinct from former
         )', list.table_name
      ) using ids, coalesce(rows, '[]');
    end if;
    execute format(
      'insert into public.%1$I select wanted.* from jsonb_populate_recordset(null::public.%1$I, $1) as wanted %2$s', list.table_name, case when not is_new then format(
        'where not exists (select from public.%I as former where former.product_id = wanted.product_id and former is not distinct from wanted)', list.table_name
      ) end
    ) using coalesce(rows, '[]');
  end loop;
end
$$;

-- Writes what products are to be: [{"id", and fields of product_as_json}], new ones without "id". What is left out stays, and no row is
-- written that is so already; with "version" only a product that still has it is changed. Returns the ids of those that are written.
create function private.put_products(wanted jsonb) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  fields constant text[] := array(select distinct jsonb_object_keys(item) from jsonb_array_elements(wanted) as item);
  added constant jsonb := (
    select jsonb_agg(item || jsonb_build_object('id', gen_random_uuid())) from jsonb_array_elements(wanted) as item where not item ? 'id'
  );
  added_ids uuid[] := '{}'::uuid[];
  written uuid[] := '{}'::uuid[];
begin
  if added is not null then
    execute format(
      'with added as (
         insert into public.products (id, %1$s) select id, %1$s from jsonb_populate_recordset(null::public.products, $1) returning id
       ) select array_agg(id) from added', array_to_string(private.columns_among('public.products', fields || '{name}'::text[]), ', ')
    ) into added_ids using added;
    perform private.save_rows(added, fields, true);
  end if;
  if fields @> '{id}' then
    -- A product whose lists alone change has a new version, too: a form from before does not save over it.
    execute format(
      'with written as (
         update public.products as product set (%1$s) = (select %1$s from jsonb_populate_record(product, item) as wanted)
         from jsonb_array_elements($1) as item
         where product.id = (item ->> ''id'')::uuid and product.version = coalesce((item ->> ''version'')::integer, product.version)
         returning product.id
       ) select coalesce(array_agg(id), ''{}'') from written',
      coalesce(nullif(array_to_string(private.columns_among('public.products', fields), ', '), ''), 'name')
    ) into written using wanted;
    perform private.save_rows(coalesce(jsonb_agg(item), '[]'), fields) from jsonb_array_elements(wanted) as item where (item ->> 'id')::uuid = any (written);
  end if;
  return added_ids || written;
end
$$;

-- A product without what needs something else: doctor types an industry that has them, and a subcategory its category.
create function private.settled_product(product jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if product -> 'doctor_types' not in ('[]', 'null') and (product -> 'industries' ?| private.doctor_type_industries()::text[]) is not true then
    product := product || '{"doctor_types": []}';
  end if;
  if product ->> 'subcategory_id' is not null and not exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (product ->> 'subcategory_id')::uuid and link.category_id = (product ->> 'category_id')::uuid
  ) then
    product := product || '{"subcategory_id": null}';
  end if;
  return product;
end
$$;

-- Ends with a sentence where a field of a product is unknown, a list is none or too long, or an image was removed: a form may be older than
-- the sweep that removed it.
create function private.check_product(product jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown text;
  refused text;
begin
  perform private.require(jsonb_typeof(product) = 'object', 'Send the product as an object of its fields', '22023');
  select string_agg(field, ', ' order by field) into unknown
  from jsonb_object_keys(product - private.product_fields()) as field;
  perform private.require(unknown is null, 'A product has no such field: ' || unknown, '22023');
  select table_name into refused from private.product_lists()
  where case jsonb_typeof(product -> field) when 'array' then jsonb_array_length(product -> field) > 100 else product -> field <> 'null' end;
  perform private.require(refused is null, format('%s is a list of at most 100 objects', refused), '22023');
  if exists (
    select from (
      select private.without_own_host(private.trimmed(product ->> 'image_url')) as url
      union all select picture ->> 'url' from jsonb_array_elements(case jsonb_typeof(product -> 'pictures') when 'array' then product -> 'pictures' end) as picture
    ) as shown
    where private.is_product_image_path(url) and not exists (
      select from storage.objects where bucket_id = 'product-images' and name = private.stored_image_name(url)
    )
  ) then
    raise exception 'The picture has been removed in the meantime: choose it again'
      using errcode = '23514', detail = 'It violates the constraint "products_image_url_stored".';
  end if;
end
$$;

-- The colours of a product with the addresses of their pictures: an older program sends positions among its pictures, and none for a
-- colour whose picture it does not know.
create function private.colours_with_pictures(product jsonb, stored_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_agg(case when colour ? 'picture' then colour || jsonb_build_object('picture', private.without_own_host(colour ->> 'picture')) else colour || jsonb_build_object('picture', coalesce(
      case colour ->> 'picture_position' when '1' then product ->> 'image_url' else product #>> array['pictures', ((colour ->> 'picture_position')::integer - 2)::text, 'url'] end,
      (select former.picture from public.product_colours as former where former.product_id = stored_id and lower(former.name) = lower(colour ->> 'name'))
    )) end - 'picture_position' order by position)
    from jsonb_array_elements(product -> 'colours') with ordinality as input (colour, position)
  );
end
$$;

-- Besides its columns a product has "pictures" [{"url", "alt", "widths", "colour"}], the second to the eighth, "colours" [{"name",
-- "hex", "picture": the address of one of them}], "branding" [{"branding_method_id", "area", "colours"}], "parts" [{"name", "quantity"}],
-- "terms" {columns of product_terms} and "price_breaks" [{"quantity", "price_paise"}]. An older program knows nothing of facts: what it
-- does not send stays, sizes as long as the image does.
create or replace function public.save_product(
  product jsonb, industry_tag_ids uuid[], theme_ids uuid[], doctor_type_tag_ids uuid[],
  product_id uuid default null, product_version integer default null
) returns public.products
language plpgsql set search_path = '' as $$
#variable_conflict use_variable
declare
  written uuid[];
  saved public.products;
begin
  product := (product - 'terms') || coalesce(nullif(product -> 'terms', 'null'), '{}');
  perform private.check_product(product);
  if jsonb_typeof(product -> 'colours') = 'array' then
    product := product || jsonb_build_object('colours', coalesce(private.colours_with_pictures(product, product_id), '[]'));
  end if;
  product := '{"name": null, "image_url": null, "video_url": null, "category_id": null, "subcategory_id": null, "budget": null, "is_sample": null, "is_featured": null}'
    || case when exists (
      select from public.products as former
      where former.id = product_id and former.image_url = private.without_own_host(private.trimmed(product ->> 'image_url'))
    ) then '{}' else '{"image_widths": null, "image_colour": null}'::jsonb end
    || product || jsonb_build_object(
      'industries', coalesce(industry_tag_ids, '{}'), 'themes', coalesce(theme_ids, '{}'), 'doctor_types', coalesce(doctor_type_tag_ids, '{}')
    ) || jsonb_strip_nulls(jsonb_build_object('id', product_id, 'version', product_version));
  if private.settled_product(product) ->> 'subcategory_id' is distinct from product ->> 'subcategory_id' then
    raise exception 'The chosen subcategory does not belong to the chosen category' using errcode = '23514';
  end if;
  written := private.put_products(jsonb_build_array(private.settled_product(product)));
  if written = '{}' then
    perform private.refuse_change((select version from public.products where id = product_id), product_version, 'product');
  end if;
  select * into saved from public.products where id = written[1];
  return saved;
end
$$;

create or replace function public.order_featured_products(ids uuid[]) returns void
language sql set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can order the featured products');
  select private.require(coalesce(cardinality(ids), 0) <= 1000, 'At most 1000 products can be ordered', '22023');
  -- Locked in an order first, so that two administrators wait for each other in turn.
  select from public.products
  where id = any (ids) or (is_sample and is_featured and featured_order is not null) order by id for update;
  update public.products set featured_order = wanted.position
  from (
    select product.id, min(input.position)::integer as position
    from public.products as product
    left join unnest(ids) with ordinality as input (id, position) on input.id = product.id and product.is_featured
    where product.id = any (ids) or (product.is_sample and product.is_featured and product.featured_order is not null)
    group by product.id
  ) as wanted
  where products.id = wanted.id and products.featured_order is distinct from wanted.position
$$;

-- The arguments are the columns with addresses of images.
create or replace function private.release_image() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.released_images
  select distinct released, now()
  from unnest(tg_argv) as field cross join lateral private.stored_image_name(to_jsonb(old) ->> field) as released
  where released is not null and released is distinct from private.stored_image_name(to_jsonb(new) ->> field)
  on conflict (name) do update set released_at = excluded.released_at;
  return null;
end
$$;

create or replace function public.unused_product_images() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    with quoted as materialized (
      -- A version that was sent is read with its pictures, whatever has become of the products.
      select private.stored_image_name(line ->> 'image_url') as name
      from public.quotation_versions cross join lateral jsonb_array_elements(content -> 'lines') as line
      union
      select private.stored_image_name(frozen #>> '{seller,logo_url}') from public.quotation_versions
    )
    select object.name
    from storage.objects as object
    cross join lateral (select array[object.name, private.original_image_name(object.name)] as names) as either
    where object.bucket_id = 'product-images'
      -- Others may lie there too: the bucket of a hosted project is open to its owner's tools. They are not ours to clear.
      and private.is_product_image_name(object.name)
      and object.created_at < now() - interval '1 day'
      and not exists (
        select from private.released_images as released
        where released.name = any (names) and released.released_at >= now() - interval '1 day'
      )
      and not exists (select from public.products where private.stored_image_name(image_url) = any (names))
      and not exists (select from public.product_pictures where private.stored_image_name(url) = any (names))
      and not exists (select from public.client_logos where private.stored_image_name(logo_url) = any (names))
      and not exists (
        select from public.site_settings
        where private.stored_image_name(logo_url) = any (names) or private.stored_image_name(logo_dark_url) = any (names)
          or private.stored_image_name(hero_image_url) = any (names) or private.stored_image_name(icon_url) = any (names)
      )
      and object.name not in (select name from quoted where name is not null)
      and coalesce(private.original_image_name(object.name), '') not in (select name from quoted where name is not null)
      -- Those that can still be restored: a policy hides the others.
      and not exists (select from public.deleted_records where image_names && names)
      and not exists (
        select from public.import_rows as line join public.deleted_records as undo on undo.id = line.import_id
        where line.image_names && names
      )
    order by object.name
    limit 1000
  );
end
$$;

-- A text in lower case, without accents, with its digits in Latin.
create function private.folded_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return translate(regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g'), '०१२३४५६७८९', '0123456789');
end
$$;

-- The words of a text in its order, in lower case and without accents.
create or replace function private.split_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_remove(
    -- Separators are those of ASCII, spaces and the signs between letters and symbols of the basic plane.
    regexp_split_to_array(private.folded_text(value), '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f]+'),
    ''
  );
end
$$;

-- The words of a search in its order, with each measure as one: "20,000 mAh" is 20000mah, "1.5 Litre" 1.5litre, "3-in-1" 3in1.
create function private.typed_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  unit constant text :=
    'm?l|mls|lt|ltrs?|(?:milli)?lit(?:re|er)s?|k?g|kgs|g?r?ms?|(?:kilo)?grams?|kilos?|[cm]ms?|inch(?:es)?|f(?:oo|ee)?t|m?ah|[mgt]b|w|watts?|gsm|oz|ounces?|मिली|(?:मिली)?लीटर|लिटर|(?:किलो)?ग्राम|किलो|किग्रा|इंच|एमएल|एमएएच|[जट]ीबी';
  folded text := private.folded_text(value);
begin
  -- Numbers alone are no measures, and most texts have no others.
  if folded !~ '[0-9][ ,-]?[a-z0-9"”\u2032''\u0900-\u097f]' then
    return private.split_words(value);
  end if;
  folded := regexp_replace(folded, '(?<=[0-9]),(?=[0-9]{2,3}(?![0-9]))', '', 'g');
  folded := regexp_replace(folded, '([0-9]) ?(?:"|”|\u2032\u2032|'''')', '\1inch ', 'g');
  folded := regexp_replace(folded, '(?<![a-z0-9])([0-9]+)[ -]?in[ -]?([0-9]+)(?![0-9])', ' \1in\2 ', 'g');
  folded := regexp_replace(folded, '(?<![a-z0-9.])([0-9]+(?:\.[0-9]+)?)[ -]?(' || unit || ')(?![a-z0-9\u0900-\u097f])', ' \1\2 ', 'g');
  folded := regexp_replace(folded, '(?<![a-z0-9.])([0-9]+)(?!(?:' || unit || ')(?![a-z0-9]))([a-z]{3,})', '\1 \2', 'g');
  return array_remove(
    -- A point is no separator within the number of a measure.
    regexp_split_to_array(folded, '(?:[\u0001-\u002d\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f]|(?<![0-9])\.|\.(?![0-9]+[a-z\u0900-\u097f]))+'),
    ''
  );
end
$$;

-- A word as searches compare it: without the ending of a plural, and a measure in one unit ("1.5litre" is 1500ml). Both sides of
-- a comparison change alike, so that a word need not be one.
create function private.compared_word(word text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  number text;
begin
  if word ~ '^[0-9]' then
    number := substring(word from '^[0-9]+(?:\.[0-9]+)?');
    return case
      when word = number then word
      else coalesce((
        select trim_scale(number::numeric * factor) || unit
        from (values
          ('m(ls?|illilit(re|er)s?)|मिली|मिलीलीटर', 'ml', 1), ('l|lt|ltrs?|lit(re|er)s?|लीटर|लिटर', 'ml', 1000),
          ('g|g?r?ms?|grams?|ग्राम', 'g', 1), ('kgs?|kilos?|kilograms?|किलो|किग्रा|किलोग्राम', 'g', 1000),
          ('mms?', 'mm', 1), ('cms?', 'mm', 10), ('inch(es)?|इंच', 'inch', 1), ('f(oo|ee)?t', 'inch', 12),
          ('ah', 'mah', 1000), ('एमएएच', 'mah', 1), ('tb|टीबी', 'gb', 1000), ('जीबी', 'gb', 1), ('एमएल', 'ml', 1), ('watts?', 'w', 1), ('ounces?', 'oz', 1)
        ) as units (spelling, unit, factor)
        where substr(word, char_length(number) + 1) ~ ('^(' || spelling || ')$')
        limit 1
      ), word)
    end;
  end if;
  return case
    when char_length(word) <= 3 then case word when 'men' then 'man' else word end
    when right(word, 1) = 's' then case
      when word ~ '(kni|^wi|^li)ves$' then left(word, -3) || 'fe'
      when word ~ '(scar|whar|dwar|shel|hal|cal|wol|el|lea|shea|loa|thie|kerchie|hoo)ves$' then left(word, -3) || 'f'
      when word ~ '(mang|mat|tat|her|ech|buffal|volcan|carg)oes$|^(bus|gas)es$' then left(word, -2)
      when word ~ '^(lens|canvas|thermos|cactus|atlas|iris|bonus|campus)es$' then left(word, -3)
      when word ~ '^.{2,}[^aeiou]ies$' then left(word, -3) || 'y'
      when word ~ '(ss|x|z|ch|sh)es$' then left(word, -2)
      when word like '%ss' then word
      else left(word, -1)
    end
    when word ~ '^.{2,}[^aeiou]ie$' then left(word, -2) || 'y'
    when word ~ '^(wo|gentle|sales|sports|police|crafts)men$' then left(word, -2) || 'an'
    when word in ('children', 'mice', 'feet', 'teeth', 'geese') then
      case word when 'children' then 'child' when 'mice' then 'mouse' when 'feet' then 'foot' when 'teeth' then 'tooth' else 'goose' end
    when ascii(word) >= 2304 then
      regexp_replace(regexp_replace(regexp_replace(word, 'िय(?:ा[ंँ]|ों)$', 'ी'), 'इय(?:ा[ंँ]|ों)$', 'ई'), '(?<=..[क-ह]़?)[ेो]ं$', '')
    else word
  end;
end
$$;

-- The words of a text as searches compare them, each once: as they are written, and its measures as one word each, so that "750 ml" is
-- found by 750, by ml and by 750ml.
create or replace function private.search_words(value text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array(
    select distinct private.compared_word(word)
    from unnest(private.split_words(value) || case when value ~ '[0-9०-९] ?[^0-9०-९ ]' then private.typed_words(value) end) as word
    order by 1
  );
end
$$;

-- The letters that a word in Devanagari names one after the other ("यूएसबी": usb); none for another word.
create function private.named_letters(word text) returns text[]
language plpgsql immutable strict parallel safe set search_path = '' as $$
declare
  letters text := word;
  rule text[];
begin
  foreach rule slice 1 in array array[
    ['डब्ल्यू', 'w'], ['एक्स', 'x'], ['क्यू', 'q'], ['वाई', 'y'], ['ज\u093c?ेड', 'z'], ['एफ', 'f'], ['एच', 'h'], ['एल', 'l'], ['एम', 'm'], ['एन', 'n'], ['एस', 's'],
    ['आर', 'r'], ['आ[ईइ]', 'i'], ['[ईइ]', 'e'], ['बी', 'b'], ['सी', 'c'], ['डी', 'd'], ['जी', 'g'], ['जे', 'j'], ['के', 'k'], ['ओ', 'o'], ['पी', 'p'], ['टी', 't'],
    ['यू', 'u'], ['वी', 'v'], ['ए', 'a']
  ] loop
    letters := regexp_replace(letters, '(?:' || rule[1] || ')(?![\u0900-\u0903\u093c\u093e-\u094d])', rule[2], 'g');
  end loop;
  return case when letters ~ '^[a-z]{2,6}$' then array[letters] else '{}' end;
end
$$;

-- A pattern for the sounds of words in Latin letters that a word in Devanagari may be. Between two consonants without a vowel one may
-- stand, since Devanagari does not write the short one.
create function private.sound_pattern(word text) returns text
language sql immutable strict parallel safe set search_path = ''
return (
  select '^' || string_agg(
    case letter
      when 'g' then '[gJ]' when 'j' then '[jJzZ]' when 's' then '[sZ]' when 'a' then '[aAo]' when 'i' then '[iIeE]' when 'e' then '[eEaA]' when 'A' then '[aAe]'
      when 'u' then '[uUo]' when 'o' then '[oU]' when 'O' then '[oUaA]' when 'I' then '[iI]' when '@' then '[aeiouA]' else letter
    end || case when letter !~ '[aiueoAIUO@]' and following !~ '[aiueoAIUO@]' then '[aeiou]?' else '' end, '' order by position
  ) || '$'
  from (
    select letter, position, lead(letter) over (order by position) as following
    from regexp_split_to_table(private.sound(word), '') with ordinality as letters (letter, position)
  ) as spelled
);

-- Writes the rows of products. The statements are dynamic because a session would cache their plans from its first writes, of
-- few rows, and use them for thousands.
create or replace function private.refresh_product_search(product_ids uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  if product_ids = '{}' or current_setting('giftwell.product_search', true) = 'deferred' then
    return;
  end if;
  -- A deleted product's links trigger this, too.
  execute 'select array(select id from public.products where id = any ($1))' into product_ids using product_ids;
  if product_ids = '{}' then
    return;
  end if;
  -- Locked in an order first, so that the next statement sees the links of every transaction that wrote these rows.
  execute 'select from private.product_search where product_id = any ($1) order by product_id for update' using product_ids;
  insert into private.colours (id, name)
  select distinct on (1) private.facet_id('colour ' || lower(name)), name
  from public.product_colours where product_id = any (product_ids) order by 1
  on conflict do nothing;
  execute $statement$
    insert into private.product_search (
      product_id, created_at, is_sample, is_featured, name, code, codes, min_quantity, lead_days_to, budget_rank, facet_ids,
      specified_facets, fact_words
    )
    select
      id, created_at, is_sample, is_featured, name, private.name_key(code),
      lower(concat_ws(' ', code, (select supplier_code from public.product_terms where product_id = product.id))),
      min_quantity, lead_days_to,
      coalesce(array_position(private.budget_bands(), budget), cardinality(private.budget_bands()) + 1),
      specified.ids || fact.ids, cardinality(specified.ids),
      private.search_words(concat_ws(' ', material, fact.names, capacity_ml || 'ml', weight_g || 'g'))
    from public.products as product
    cross join lateral (
      select
        coalesce(array_agg(id), '{}') as ids, string_agg(name, ' ') as names
      from (
        select private.facet_id('colour ' || lower(name)), name from public.product_colours where product_id = product.id
        union
        select method.id, method.name
        from public.product_branding_methods as link join public.branding_methods as method on method.id = link.branding_method_id
        where link.product_id = product.id
      ) as of_product (id, name)
    ) as fact
    cross join lateral (
      select array_remove(
        array[
          coalesce(category_id, private.facet_id('category')), coalesce(subcategory_id, private.facet_id('subcategory')),
          private.facet_id(coalesce(budget, 'budget')),
          case when image_url is null then private.facet_id('image') end,
          case when video_url is null then private.facet_id('video') end
        ]
          || coalesce(
            nullif(array(select industry_tag_id from public.product_industry_tags where product_id = product.id), '{}'),
            array[private.facet_id('industry')]
          )
          || coalesce(
            nullif(array(select theme_id from public.product_themes where product_id = product.id), '{}'),
            array[private.facet_id('theme')]
          )
          || coalesce(
            nullif(array(select doctor_type_tag_id from public.product_doctor_type_tags where product_id = product.id), '{}'),
            array[private.facet_id('doctor_type')]
          ),
        null
      ) as ids
    ) as specified
    where id = any ($1)
    on conflict (product_id) do update set
      created_at = excluded.created_at, is_sample = excluded.is_sample, is_featured = excluded.is_featured,
      name = excluded.name, code = excluded.code, codes = excluded.codes, min_quantity = excluded.min_quantity,
      lead_days_to = excluded.lead_days_to, budget_rank = excluded.budget_rank, facet_ids = excluded.facet_ids,
      specified_facets = excluded.specified_facets, fact_words = excluded.fact_words
  $statement$ using product_ids;
  -- In an order, so that writers of the same words wait for each other in turn.
  execute $statement$
    insert into private.name_words (word, facet_id)
    select distinct unnest(words || fact_words) as word, '00000000-0000-0000-0000-000000000000'::uuid
    from private.product_search where product_id = any ($1) order by word
    on conflict do nothing
  $statement$ using product_ids;
end
$$;

-- Transition tables exist for the events that name them only.
create or replace function private.update_product_search() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted uuid[];
begin
  if tg_op = 'INSERT' then
    perform private.refresh_product_search(array(select id from new_rows));
  elsif tg_op = 'UPDATE' then
    deleted := array(select id from old_rows except select id from new_rows);
    perform private.refresh_product_search(array(
      select id
      from (
        select
          id, created_at, is_sample, is_featured, name, code, material, capacity_ml, weight_g, min_quantity, lead_days_to, category_id,
          subcategory_id, budget, image_url, video_url
        from new_rows
        except
        select
          id, created_at, is_sample, is_featured, name, code, material, capacity_ml, weight_g, min_quantity, lead_days_to, category_id,
          subcategory_id, budget, image_url, video_url
        from old_rows
      ) as changed
    ));
  elsif tg_op = 'DELETE' then
    deleted := array(select id from old_rows);
  else
    -- A hosted project refuses statements without a condition.
    delete from private.product_search where true;
  end if;
  if deleted <> '{}' then
    execute 'delete from private.product_search where product_id = any ($1)' using deleted;
  end if;
  return null;
end
$$;

-- The words that a word of a search stands for, with the categories and tags that have them: those that begin with it, or, where
-- `is_near`, since none does, those spelled nearly so; and the joined ones. One letter is a word of its own.
create function private.meant_words(query_word text, joined text[], is_near boolean, out meant text[], out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
begin
  execute format(
    'select coalesce(array_agg(distinct word), array[$1]),
       array_remove(array_agg(distinct facet_id), ''00000000-0000-0000-0000-000000000000'')
     from (
       (select word, facet_id from private.name_words where %s limit 500)
       union all select word, facet_id from private.name_words where word = any ($2)
     ) as found',
    case
      when is_near then 'near_spellings && private.near_spellings($1) and left(word, 1) = left($1, 1) and private.is_near_spelling(word, $1)'
      when char_length(query_word) = 1 then 'word = $1'
      else 'word >= $1 and word < $1 || chr(1114111)'
    end
  )
  into meant, facet_ids using query_word, joined;
end
$$;

-- The words of names and the lines of Search Words that sound like one of these words in Devanagari; where none does, those whose plural
-- does ("कुकीज़").
create function private.heard_words(spoken text[]) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  heard text[];
  is_plural boolean;
begin
  foreach is_plural in array array[false, true] loop
    heard := array(
      select distinct known.word
      from unnest(spoken) as typed
      cross join lateral (select case when is_plural then substring(typed from '^(.*?)्?[सज]़?$') else typed end as stem) as cut
      cross join lateral (
        select word from private.name_words where sound_key = private.sound_key(stem)
        union
        select words from private.equal_words where sound_key = private.sound_key(stem)
      ) as known
      where typed ~ '[\u0900-\u097f]'
        and private.sound(known.word || case when is_plural then 's' else '' end) ~ private.sound_pattern(stem || case when is_plural then 'स' else '' end)
      order by 1 limit 50
    );
    exit when heard <> '{}';
  end loop;
  return heard;
end
$$;

-- A word in Devanagari that no word sounds like, as two words that sound like its parts and that a product has together, in one
-- ("नेकपिलो": neckpillow). A part has two consonants at least. Null where there is none.
create function private.heard_compound(spoken text) returns text
language plpgsql stable set search_path = '' as $$
declare
  compound text;
  seconds text[];
begin
  for head_length in 2..least(char_length(spoken), 40) - 2 loop
    -- A part begins with a letter, and the one before ends with its vowel sign.
    continue when substr(spoken, head_length + 1, 1) ~ '[\u0900-\u0903\u093c\u093e-\u094d]' or substr(spoken, head_length, 1) = '्'
      or char_length(private.sound_key(left(spoken, head_length))) < 2 or char_length(private.sound_key(substr(spoken, head_length + 1))) < 2;
    seconds := private.heard_words(array[substr(spoken, head_length + 1)]);
    continue when seconds = '{}';
    select one || other into compound
    from unnest(private.heard_words(array[left(spoken, head_length)])) as one cross join unnest(seconds) as other
    where exists (select from private.product_search where words @> array[one, other])
    limit 1;
    exit when found;
  end loop;
  return compound;
end
$$;

-- How else a word of a search may be written: as one with the word before or behind it, and, where it is in Devanagari and none of Search
-- Words, as English that sounds like it, or whose letters it names.
create function private.other_spellings(query_word text, typed_words text[], compared text[], out joined text[], out heard text[])
language plpgsql stable set search_path = '' as $$
begin
  joined := array(
    select private.compared_word(typed_words[position] || typed_words[position + 1])
    from generate_series(1, cardinality(typed_words) - 1) as position
    where query_word in (compared[position], compared[position + 1])
  );
  heard := '{}';
  if query_word ~ '^[\u0900-\u097f]' and not exists (select from private.equal_words where words = query_word) then
    heard := private.heard_words(query_word || joined) || private.named_letters(query_word);
    if heard = '{}' and not exists (select from private.name_words where word = query_word) then
      heard := array_remove(array[private.heard_compound(query_word)], null);
    end if;
  end if;
end
$$;

-- Words that say nothing of a gift among gifts: a search goes by its others, and one of these alone finds everything.
create function private.empty_words() returns text[]
language sql immutable parallel safe set search_path = ''
return array[
  'gift', 'gifting', 'present', 'giveaway', 'uphaar', 'uphar', 'tohfa', 'tofa', 'उपहार', 'तोहफा', 'तोहफ़ा', 'गिफ्ट', 'गिफ्टिंग', 'गिफ्ट्स', 'कॉर्पोरेट',
  'corporate', 'company', 'employee', 'staff', 'client', 'customer', 'colleague', 'logo', 'branded', 'branding', 'custom', 'customised', 'customized',
  'personalised', 'personalized', 'bulk', 'idea', 'item', 'product', 'piece', 'pc', 'pcs', 'nos'
];

-- What a search finds: the condition on private.product_search, how far a product is from it as an expression (a word in the name counts
-- 0, as does one that sounds like it; one that is written as two 1, an equal word 2, the beginning of one or one spelled nearly so 3, an
-- equal word of the latter 4, a word of its category, of a tag or of its facts 5), the words that are looked for, those that no product has, and each word of the query with its own part
-- of the condition. A word is also found written as two, and two written as one. A word of Search Words is no slip, nor is a number, so
-- none is spelled nearly so.
create or replace function private.search_condition(
  q text, out condition text, out distance text, out words text[], out unknown text[], out query_words text[], out parts text[]
)
language plpgsql stable set search_path = '' as $$
declare
  -- What follows the two hundredth character is left out, as are words after the twentieth.
  typed_words constant text[] := (private.typed_words(left(q, 200)))[:20];
  compared constant text[] := array(
    select private.compared_word(word) from unnest(typed_words) with ordinality as input (word, position) order by position
  );
  small_words constant text[] := array['a', 'an', 'and', 'by', 'chahiye', 'for', 'from', 'in', 'ka', 'ke', 'ki', 'liye', 'of', 'on', 'or', 'our', 'the', 'to', 'wala', 'wale', 'wali', 'with', 'और', 'का', 'की', 'के', 'चाहिए', 'चाहिये', 'में', 'मुझे', 'लिए', 'हमें', 'वाला', 'वाली', 'वाले'];
  query_word text;
  joined text[];
  heard text[];
  compound record;
  equal record;
  meant text[];
  facet_ids uuid[];
  is_known boolean;
  is_fact boolean;
  finds text;
begin
  condition := '';
  distance := '0';
  words := '{}';
  select words, words, words into unknown, query_words, parts;
  for query_word in
    select word from unnest(compared) with ordinality as input (word, position)
    where word <> all (private.empty_words())
    group by word order by word = any (small_words), min(position) limit 8
  loop
    -- Looked for when there is nothing else.
    exit when query_word = any (small_words) and (condition <> '' or compared && private.empty_words());
    select * into joined, heard from private.other_spellings(query_word, typed_words, compared);
    -- The last of them has no space, if one has none.
    select * into compound from private.split_compound_word(coalesce(heard[cardinality(heard)], query_word));
    for attempt in 1..2 loop
      select * into equal from private.find_equal_words(query_word, compared, heard, attempt = 2);
      select * into meant, facet_ids from private.meant_words(query_word, joined || heard, attempt = 2);
      facet_ids := facet_ids || compound.facet_ids || equal.facet_ids;
      finds := format('words && %1$L::text[] or fact_words && %1$L::text[]%2$s', meant, compound.finds || equal.finds);
      if facet_ids <> '{}' then
        finds := format('%s or facet_ids && %L::uuid[]', finds, facet_ids);
      end if;
      -- Materialised, so that the planner does not choose a table scan for an EXISTS.
      execute 'with known as materialized (select words from private.product_search where is_sample and (' || finds || '))
        select exists (select from known), exists (select from known where not words && $1)'
      into is_known, is_fact using meant;
      exit when is_known or char_length(query_word) < 4 or query_word ~ '^[0-9]'
        or exists (select from private.equal_words where equal_words.words = query_word);
      if attempt = 1 then
        unknown := unknown || query_word;
      end if;
    end loop;
    -- A measure is marked by its number and its unit.
    words := words || meant || compound.words || equal.words || coalesce(regexp_match(query_word, '^([0-9]+)([a-z]+)$'), '{}');
    query_words := query_words || query_word;
    parts := parts || finds;
    condition := condition || ' and (' || finds || ')';
    -- Where one word alone is found all have that very word.
    if finds <> format('words && %1$L::text[] or fact_words && %1$L::text[]', meant[:1]) or is_fact then
      distance := distance || format(
        ' + case when words && %L::text[] then 0 when false%s then 1 when false%s then 2 when words && %L::text[] then 3 when false%s then 4 else 5 end',
        query_word || joined || heard, compound.finds, case when query_word <> all (unknown) then equal.finds end,
        meant, case when query_word = any (unknown) then equal.finds end
      );
    end if;
  end loop;
  -- The whole may be a product's code, which comes first.
  if condition <> '' and exists (select from private.product_search where code = private.name_key(left(q, 200))) then
    condition := format(' and (code = %L or (true%s))', private.name_key(left(q, 200)), condition);
    distance := format('case when code = %L then 0 else 1 + %s end', private.name_key(left(q, 200)), distance);
  end if;
  -- Signs alone find nothing, rather than everything.
  if condition = '' and private.trimmed(q) <> '' and not compared && private.empty_words() then
    condition := ' and false';
  end if;
end
$$;

-- A text as searches compare it, with its words in their order: "Power Banks" is "power bank".
create or replace function private.compared_text(value text) returns text
language plpgsql immutable strict parallel safe set search_path = '' as $$
begin
  return array_to_string(array(
    select private.compared_word(word) from unnest(private.typed_words(value)) with ordinality as input (word, position) order by position
  ), ' ');
end
$$;

-- How a word of a search is found by those that are equal to it, to itself or with up to two of its neighbours in the search,
-- to those that it sounds like, or, when asked for, to a word that is spelled nearly so. Gives the same as private.split_compound_word.
create function private.find_equal_words(
  query_word text, search text[], heard text[], is_near boolean, out finds text, out words text[], out facet_ids uuid[]
)
language plpgsql stable set search_path = '' as $$
declare
  equal constant text[] := array(
    select distinct other.words
    from (
      select line_id, equal_words.words
      from generate_series(1, cardinality(search)) as position cross join generate_series(0, 2) as more
      join private.equal_words on equal_words.words = array_to_string(search[position:position + more], ' ')
      where query_word = any (search[position:position + more])
      union all
      select line_id, null from private.equal_words where equal_words.words = any (heard)
      union all
      select line_id, null from private.equal_words as near
      where is_near and char_length(query_word) > 4 and near.near_spellings && private.near_spellings(query_word) and left(near.words, 1) = left(query_word, 1)
        and private.is_near_spelling(near.words, query_word)
    ) as own
    join private.equal_words as other using (line_id)
    where other.words is distinct from own.words
  );
begin
  finds := (select coalesce(string_agg(format(' or words @> %L::text[]', string_to_array(phrase, ' ')), ''), '') from unnest(equal) as phrase);
  words := array(select unnest(string_to_array(phrase, ' ')) from unnest(equal) as phrase);
  facet_ids := array(
    select named.facet_id
    from unnest(equal) as phrase cross join lateral string_to_array(phrase, ' ') as parts
    join private.name_words as named on named.word = any (parts) and named.facet_id <> '00000000-0000-0000-0000-000000000000'
    group by phrase, parts, named.facet_id having count(*) = cardinality(parts)
  );
end
$$;

-- What comes before the time in an order of the catalogue, as an expression on private.product_search; null of the newest first.
create function private.sort_key(sorted text, distance text) returns text
language sql immutable set search_path = '' as $$
  select case sorted
    when 'name' then 'search_name' when 'budget-asc' then 'budget_rank' when 'budget-desc' then '-(budget_rank % 6)'
    when 'relevance' then distance
  end
$$;

-- The conditions of the filters of a page: on facets by section, each beside which the others are counted, and on facts, also as one.
create function private.filter_conditions(
  arguments jsonb, out sections text[], out conditions text[], out fact_conditions jsonb, out on_facts text
)
language plpgsql stable set search_path = '' as $$
begin
  select
    coalesce(array_agg(section), '{}'),
    coalesce(array_agg(format(' and facet_ids && %L::uuid[]', private.chosen_facets(section, arguments ->> section))), '{}')
  into sections, conditions
  from unnest(array['industry', 'category', 'subcategory', 'budget', 'theme', 'doctor_type']) as section
  where arguments ->> section is not null;
  select coalesce(jsonb_object_agg(section, case section
    when 'moq' then 'min_quantity <= ' || (arguments ->> section)::integer
    when 'lead' then 'lead_days_to <= ' || (arguments ->> section)::integer
    else format('facet_ids && %L::uuid[]', private.chosen_facets(section, arguments ->> section))
  end), '{}')
  into fact_conditions
  from unnest(array['moq', 'lead', 'branding', 'colour']) as section
  where arguments ->> section is not null;
  on_facts := coalesce((select string_agg(' and ' || value, '') from jsonb_each_text(fact_conditions)), '');
end
$$;

-- Of many products the first ones in an order, if they are among the first thousands of it, which an index has; else fewer.
create function private.first_products(condition text, list_order text, size integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  ids uuid[];
begin
  execute format(
    'select array(
       select product_id from (select * from private.product_search where is_sample order by %1$s limit 5000) as first
       where %2$s order by %1$s limit $1
     )',
    list_order, condition
  )
  into ids using size;
  return ids;
end
$$;

-- The statement that reads $3 rows of "matching" after the cursor, whose time is $1 and whose id is $2. An index begins at the cursor in
-- each of its two parts: the rest of the same key, and the keys after it, in an order that has one.
create function private.statement_after(has_key boolean, cursor_key text, list_order text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  listing constant text := format(
    'select * from matching where %screated_at <= $1 and (created_at < $1 or product_id > $2) order by %s limit $3',
    case when has_key then format('key = %L and ', cursor_key) end, list_order
  );
begin
  if not has_key then
    return listing;
  end if;
  return format(
    'select * from ((%s) union all (select * from matching where key > %L order by %s limit $3)) as parts order by %3$s limit $3',
    listing, cursor_key, list_order
  );
end
$$;

-- The arguments of the page of the telling words of a search alone, which also reports what was left out.
create function private.telling_arguments(arguments jsonb, query_words text[], telling text[]) returns jsonb
language sql stable set search_path = '' as $$
  select arguments || jsonb_build_object(
    'q', string_agg(word, ' ' order by position) filter (where compared = any (telling)),
    'left_out', array_agg(word order by position) filter (where compared = any (query_words) and compared <> all (telling))
  )
  from unnest(private.typed_words(left(arguments ->> 'q', 200))) with ordinality as input (word, position)
  cross join private.compared_word(word) as compared
$$;

-- The page that public.catalogue_page describes, its arguments as JSON. Sees all products, hence the fixed conditions:
-- samples only, and no more than the preview without a session. Planned for each combination of filters, with its values.
create or replace function private.catalogue_page_of(arguments jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
  size constant integer := least(
    greatest(coalesce((arguments ->> 'page_size')::integer, 48), 1), case when is_visitor then 12 else 100 end
  );
  after constant text := arguments ->> 'after';
  counts constant boolean := coalesce((arguments ->> 'counts')::boolean, false);
  search record := private.search_condition(arguments ->> 'q');
  sorted constant text := coalesce(arguments ->> 'sort', case when search.condition = '' then 'newest' else 'relevance' end);
  key constant text := private.sort_key(sorted, case when search.condition <> '' then search.distance end);
  list_order constant text := concat_ws(', ', case when key is not null then 'key' end, 'created_at desc', 'product_id');
  filters record;
  condition text;
  is_found_first boolean;
  telling text[];
  listing text := 'select * from matching order by ' || list_order || ' limit $3';
  cursor record;
  total bigint;
  value_counts json;
  ids uuid[];
  times timestamptz[];
  keys text[];
  next_page text;
begin
  perform private.require(sorted = 'newest' or key is not null, 'The catalogue has no such order: ' || sorted, '22023');
  filters := private.filter_conditions(arguments);
  condition := 'is_sample' || search.condition || array_to_string(filters.conditions, '') || filters.on_facts;
  select * into cursor from private.read_page_cursor(case when not is_visitor then after end, sorted);
  if counts then
    select numbers.total, numbers.counts into total, value_counts
    from private.catalogue_counts(filters.sections, filters.conditions, search.condition || filters.on_facts) as numbers;
    if (arguments ->> 'facts')::boolean then
      value_counts := value_counts::jsonb
        || private.fact_counts(search.condition || array_to_string(filters.conditions, ''), filters.fact_conditions);
    end if;
  end if;
  -- A search, and products with a filter in another order than the newest first, are found before they are counted and
  -- sorted: the planner might read an index in the list's order to its end.
  is_found_first := search.condition <> '' or (key is not null and condition <> 'is_sample');
  if total > 500 and after is null and is_found_first and (sorted <> 'relevance' or key = '0') then
    ids := private.first_products(condition, concat_ws(', ', nullif(key, '0'), 'created_at desc', 'product_id'), size + 1);
    if cardinality(ids) > size then
      condition := format('product_id = any (%L::uuid[])', ids);
    end if;
  end if;
  if after is not null and not is_visitor then
    total := cursor.total;
    listing := private.statement_after(key is not null, cursor.key, list_order);
  end if;
  -- One product more than the page has shows whether there is a next page.
  execute format(
    'with matching as %s materialized (
       select product_id, created_at, %s as distance, %s as key from private.product_search where %s
     )
     select %s, array_agg(product_id), array_agg(created_at), array_agg(key::text) from (%s) as listed',
    case when not is_found_first then 'not' end, search.distance, coalesce(key, 'null'), condition,
    coalesce(total::text, '(select count(*) from matching)'), listing
  )
  into total, ids, times, keys using cursor.created_at, cursor.id, size + 1;
  if ids is null and search.parts <> '{}' and not arguments ? 'left_out' then
    telling := private.telling_words(search.query_words, search.parts);
    if telling is not null then
      return private.catalogue_page_of(private.telling_arguments(arguments, search.query_words, telling));
    end if;
  end if;
  if cardinality(ids) > size and not is_visitor then
    next_page := concat_ws('.', total, (extract(epoch from times[size]) * 1000000)::bigint, ids[size], nullif(sorted, 'newest'), keys[size]);
  end if;
  if counts or search.condition <> '' then
    return json_build_object(
      'total', total, 'products', private.product_cards(ids[:size]), 'next', next_page, 'counts', value_counts,
      'search', case when search.condition <> '' then private.search_report(search.words, search.unknown, ids)::jsonb
        || case when arguments ? 'left_out' then jsonb_build_object('used', arguments -> 'q', 'left_out', arguments -> 'left_out') else '{}' end end
    );
  end if;
  return json_build_object('total', total, 'products', private.product_cards(ids[:size]), 'next', next_page);
end
$$;

create or replace function public.catalogue_filters() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'industries', (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', id, 'name', name, 'has_doctor_types', has_doctor_types) order by lower(name)
      ), '[]') from public.industry_tags
    ),
    'themes', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name)), '[]') from public.themes),
    'doctor_types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(name)), '[]') from public.doctor_type_tags
    ),
    'facts', private.catalogue_facts(),
    'categories', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', category.id, 'name', category.name, 'subcategories', (
            select coalesce(jsonb_agg(
              jsonb_build_object('id', subcategory.id, 'name', subcategory.name)
              order by lower(subcategory.name), subcategory.name, subcategory.id
            ), '[]')
            from public.subcategory_categories as link
            join public.subcategories as subcategory on subcategory.id = link.subcategory_id
            where link.category_id = category.id
          )) order by lower(category.name)
        ),
        '[]'
      )
      from public.categories as category
    )
  )
$$;

-- What everyone who may see a product learns of it: {"id", "name", "image_url", "image_widths", "image_colour", "video_url",
-- "budget", "key", "category", "subcategory", "industries", "themes", "doctor_types"}, of its facts those that are known, and
-- "doctor_type_industry", of its industries the first with doctor types.
create or replace function private.product_details(wanted uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', product.id, 'name', product.name, 'image_url', product.image_url, 'image_widths', product.image_widths,
    'image_colour', product.image_colour, 'video_url', product.video_url, 'budget', product.budget, 'key', private.share_key(product.id),
    'category', (select category.name from public.categories as category where category.id = product.category_id),
    'subcategory', (select subcategory.name from public.subcategories as subcategory where subcategory.id = product.subcategory_id),
    'industries', array(select name from private.facets where section = 'industry' and id = any (facet_ids) order by lower(name)),
    'themes', array(select name from private.facets where section = 'theme' and id = any (facet_ids) order by lower(name)),
    'doctor_types', array(
      select name from private.facets where section = 'doctor_type' and id = any (facet_ids) order by lower(name)
    )
  ) || jsonb_strip_nulls(to_jsonb(product) - array[
    'created_at', 'version', 'category_id', 'subcategory_id', 'is_sample', 'is_featured', 'featured_order', 'is_brand_reminder',
    'image_url', 'image_widths', 'image_colour', 'video_url', 'budget'
  ] || jsonb_build_object(
    'doctor_type_industry', (
      select name from public.industry_tags where has_doctor_types and id = any (facet_ids) order by lower(name) limit 1
    ),
    'pictures', (
      select jsonb_agg(jsonb_build_object('position', position, 'url', url, 'alt', alt, 'widths', widths, 'colour', colour) order by position)
      from public.product_pictures where product_id = product.id
    ),
    'colours', (
      select jsonb_agg(jsonb_build_object('name', colour.name, 'hex', colour.hex, 'picture_position', case
        when colour.picture = product.image_url then 1
        else (select min(picture.position) from public.product_pictures as picture where picture.product_id = product.id and picture.url = colour.picture)
      end) order by colour.position)
      from public.product_colours as colour where colour.product_id = product.id
    ),
    'branding', (
      select jsonb_agg(jsonb_build_object('name', method.name, 'area', link.area, 'colours', link.colours) order by lower(method.name))
      from public.product_branding_methods as link join public.branding_methods as method on method.id = link.branding_method_id
      where link.product_id = product.id
    ),
    'parts', (
      select jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity) order by position)
      from public.product_parts where product_id = product.id
    )
  ))
  from public.products as product join private.product_search as search on search.product_id = product.id
  where product.id = wanted
$$;

-- A wrong key, one that is older than 90 days and an unknown id are left out alike, and a key is not renewed.
create or replace function private.shared_products(items jsonb) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  is_visitor constant boolean := auth.uid() is null;
begin
  perform private.require(
    jsonb_typeof(items) = 'array' and jsonb_array_length(items) <= 50, 'A link can share at most 50 products', '22023'
  );
  return (
    select coalesce(json_agg(
      private.product_details(product.id) || case when is_visitor then jsonb_build_object('key', input.item ->> 'key') else '{}' end
      order by input.position
    ), '[]')
    from jsonb_array_elements(items) with ordinality as input (item, position)
    join public.products as product
      on product.id = (case when input.item ->> 'id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then input.item ->> 'id' end)::uuid
    where product.is_sample and (not is_visitor or private.is_share_key(product.id, input.item ->> 'key'))
  );
end
$$;

-- The condition on private.product_search of a value of the filter "health"; null of an unknown one, and of untagged, which is one of
-- facets.
create function private.health_condition(value text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case value
    when 'draft' then ' and not is_sample'
    when 'hidden_featured' then ' and is_featured and not is_sample'
    when 'same_name' then
      ' and search_name in (select search_name from private.product_search group by search_name having count(*) > 1)'
    when 'same_image' then
      -- The same address, or copies of one picture, which have the same bytes: as many of them, and the same widths and
      -- colour. The demo's products share their drawings, which need no mending.
      ' and product_id in (
        select id from public.products
        where image_url in (select image_url from public.products group by image_url having count(*) > 1)
          and not exists (
            select from storage.objects
            where bucket_id = ''product-images'' and name = private.stored_image_name(image_url) and metadata ? ''demo''
          )
        union all
        select unnest(ids)
        from (
          select array_agg(product.id) as ids
          from public.products as product
          join storage.objects as object
            on object.bucket_id = ''product-images'' and object.name = private.stored_image_name(product.image_url)
          where product.image_widths is not null and object.metadata ? ''size'' and not object.metadata ? ''demo''
          group by object.metadata ->> ''size'', product.image_widths, product.image_colour
          having count(*) > 1
        ) as alike
      )'
    when 'dead_video' then
      ' and product_id in (select id from public.products where not private.is_playable_video(video_url))'
    when 'broken_image' then
      ' and product_id in (
        select id from public.products
        where private.stored_image_name(image_url) is not null and not exists (
          select from storage.objects
          where bucket_id = ''product-images'' and name = private.stored_image_name(image_url)
        )
      )'
    when 'no_description' then ' and product_id in (select id from public.products where description is null)'
    when 'one_picture' then format(
      ' and not facet_ids @> array[%L::uuid]
        and not exists (select from public.product_pictures as picture where picture.product_id = product_search.product_id)',
      private.facet_id('image')
    )
    when 'no_min_quantity' then ' and min_quantity is null'
    when 'no_hsn' then
      ' and not exists (
        select from public.product_terms as terms where terms.product_id = product_search.product_id and hsn is not null
      )'
    when 'old_gst_rate' then
      ' and product_id in (
        select product_id from public.product_terms
        where gst_rate is not null and gst_rate_from <= private.day_in_india(now()) - interval ''1 year''
      )'
  end;
end
$$;

-- The condition on private.product_search that words and filters make, with the patterns of the words as $1 and the facet
-- ids as $2. Each word is in the product's name or one of its codes, or in the name of its category or of one of its tags.
create or replace function private.product_condition(words text, filters jsonb, out condition text, out facet_ids uuid[])
language plpgsql stable set search_path = '' as $$
declare
  word record;
  named uuid[];
  filter record;
begin
  condition := 'true';
  facet_ids := '{}';
  for word in select pattern, position from unnest(private.word_patterns(words)) with ordinality as input (pattern, position) loop
    -- One letter is in most names, and is looked for in products only.
    named := array(
      select id from private.facets
      where section in ('category', 'industry', 'theme', 'doctor_type') and char_length(word.pattern) > 3
        and lower(name) like word.pattern
    );
    condition := condition || format(
      ' and (search_name like $1[%1$s] or codes like $1[%1$s]' || case when named = '{}' then ')' else ' or facet_ids && %2$L)' end,
      word.position, named
    );
  end loop;
  for filter in select key, value from jsonb_each_text(coalesce(filters, '{}')) order by key loop
    if filter.key in ('sample', 'featured') then
      condition := condition || format(' and is_%s = %L', filter.key, filter.value = 'yes');
    elsif filter.key = 'health' and filter.value = 'untagged' then
      facet_ids := facet_ids || array[private.facet_id('industry'), private.facet_id('theme'), private.facet_id('doctor_type')];
    elsif filter.key = 'health' and private.health_condition(filter.value) is not null then
      condition := condition || private.health_condition(filter.value);
    elsif filter.key in ('seen_never_asked', 'asked_never_quoted', 'quoted_declined') and filter.value = 'yes' then
      perform private.require(private.is_admin(), 'Only administrators can see figures');
      condition := condition || format(
        ' and product_id in (select product_id from private.product_counts where %s)', private.counted_products_condition(filter.key)
      );
    elsif filter.key = 'import' then
      perform private.require(private.is_admin(), 'Only administrators can see imports');
      condition := condition || format(
        ' and product_id in (select product_id from public.import_rows where import_id = %L and outcome in (''created'', ''updated''))', filter.value::uuid
      );
    elsif filter.value = 'none' and filter.key in (
      'category', 'subcategory', 'budget', 'industry', 'theme', 'doctor_type', 'image', 'video'
    ) then
      facet_ids := facet_ids || private.facet_id(filter.key);
    elsif filter.key = 'budget' then
      facet_ids := facet_ids || private.facet_id(filter.value);
    elsif filter.key in ('category', 'subcategory', 'industry', 'theme', 'doctor_type') then
      facet_ids := facet_ids || filter.value::uuid;
    else
      raise exception 'Products have no such filter: %', filter.key using errcode = '22023';
    end if;
  end loop;
  if facet_ids <> '{}' then
    condition := condition || ' and facet_ids @> $2';
  end if;
end
$$;

-- Words with references as search_text has them: a lead is found by the beginning of its id, whatever its reference begins with.
create function private.with_ids(words text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return regexp_replace(
    words, format('(^|\s)(?:%s[- ]?(?=[0-9a-f]{4,8}(?:\s|$))|[a-z]{1,4}-(?=[0-9a-f]{8}(?:\s|$)))', private.number_series()), '\1gw-', 'gi'
  );
end
$$;

-- The condition on leads of the words (their "patterns" are $1), in a range of time ($2 to before $3) or after a moment
-- ($4), and of filters, and the table or tables that it reads: `lead` only where it is needed. Words that are a telephone number
-- also find its digits. A merged lead is found by its reference alone; elsewhere the lead stands for it that it was merged into.
create function private.leads_condition(
  words text, since timestamptz, before timestamptz, after timestamptz, filters jsonb, sorted text default 'created_at',
  out condition text, out source text, out patterns text[]
)
language plpgsql stable set search_path = '' as $$
declare
  sought constant text := private.with_ids(words);
  unknown constant text := (
    select string_agg(key, ', ') from jsonb_object_keys(filters) as key where key not in (
      'state', 'assigned', 'unanswered', 'due_from', 'due_to', 'email', 'phone', 'mail', 'merged_into', 'reason', 'answered', 'weekday', 'about', 'company', 'source', 'campaign', 'answered_by'
    )
  );
begin
  perform private.require(unknown is null, 'Leads have no such filter: ' || unknown, '22023');
  patterns := private.word_patterns(sought);
  source := 'public.lead_handling as handling' || case
    when sought ~ '\S' or filters ? 'email' or sorted in ('name', 'company') then ' join public.leads as lead on lead.id = handling.lead_id' else ''
  end;
  condition := concat_ws(
    ' and ', 'true',
    (
      select format(
        '(%s %s)', string_agg(format('lead.search_text like $1[%s]', position), ' and '),
        'or lead.search_text like ' || quote_literal('%' || private.phone_digits(sought) || '%')
      )
      from generate_subscripts(patterns, 1) as position
      having count(*) > 0
    ),
    case
      when filters ? 'merged_into' then format('handling.merged_into = %L', (filters ->> 'merged_into')::uuid)
      when coalesce(sought, '') !~* '^\s*(gw[- ]?)?[0-9a-f]{4,8}\s*$' then 'handling.merged_into is null'
    end,
    case when since is not null then 'handling.created_at >= $2' end,
    case when before is not null then 'handling.created_at < $3' end,
    case when after is not null then 'handling.created_at > $4' end,
    case
      when filters ->> 'state' = 'open' then 'handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')'
      when filters ? 'state' then format('handling.state = %L', filters ->> 'state')
    end,
    case
      when filters ->> 'assigned' = 'none' then 'handling.assigned_to is null'
      when filters ? 'assigned' then format('handling.assigned_to = %L', (filters ->> 'assigned')::uuid)
    end,
    case when filters ? 'reason' then format('private.reason_of_lead(handling.lead_id) = %L', filters ->> 'reason') end,
    case when filters ->> 'unanswered' = 'yes' then 'handling.answered_at is null and handling.state <> ''spam''' end,
    case when filters ->> 'answered' = 'yes' then 'handling.answered_at is not null' end,
    case when filters ? 'answered_by' then format(
      'handling.answered_at is not null and coalesce(handling.answered_by, handling.assigned_to) is not distinct from %L', nullif(filters ->> 'answered_by', 'none')::uuid
    ) end,
    (
      select format('handling.lead_id in (select id from public.leads where %s)', string_agg(format('%I is not distinct from %L', key, nullif(value, 'none')), ' and '))
      from jsonb_each_text(filters) where key in ('source', 'campaign') having count(*) > 0
    ),
    case when filters ? 'about' then format('handling.lead_id in (select lead_id from private.counted_leads where about = %L)', private.about_id(filters ->> 'about')) end,
    case
      when filters ? 'company' then format(
        'handling.lead_id in (select leads.id from public.contacts join public.leads on contact_id = contacts.id where company_id = %L)', (filters ->> 'company')::uuid
      )
    end,
    case when filters ? 'weekday' then format('extract(isodow from handling.created_at at time zone ''Asia/Kolkata'') = %s', (filters ->> 'weekday')::integer) end,
    case
      when filters ?| array['due_from', 'due_to'] then format(
        'handling.due_on between %L and %L and handling.state not in (''won'', ''lost'', ''withdrawn'', ''spam'')',
        coalesce((filters ->> 'due_from')::date, '-infinity'), coalesce((filters ->> 'due_to')::date, 'infinity')
      )
    end,
    case
      when filters ? 'email' then format(
        '(lower(lead.email) = lower(%L)%s)', filters ->> 'email',
        ' or lead.search_text like ' || quote_literal('%' || private.phone_digits(filters ->> 'phone') || '%')
      )
    end,
    case
      when filters ->> 'mail' = 'failed' then
        'handling.lead_id in (select lead_id from public.outbox where state <> ''sent'' and last_error is not null)'
    end
  );
end
$$;

-- Words are parts of a lead's texts, each character taken as it is and whatever its case, its city or any part of its reference, or
-- a telephone number however it is written. Filters: state, or open; assigned, the id of one of administrators() or none;
-- unanswered, yes; due_from and due_to, the days between which an open one is to be followed up; email, a whole address, and with
-- phone also those of that number; mail, failed; merged_into, the id of the lead that stands for them; reason, why its buyer
-- declined the last quotation: price, date, product, other or none; answered, yes; answered_by, the id of who answered first, or none;
-- weekday, the day of the week in India on which it came, from 1, Monday; source and campaign, or none; about, which products it is
-- about, like "product:", "category:", "theme:" or "industry:" with an id or "band:Rs.500-1000". Sorted by created_at, name, company, state, assigned or due.
create or replace function private.find_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  ascending boolean default false, beyond text default null, beyond_id uuid default null, size integer default 25,
  filters jsonb default '{}', sorted text default 'created_at'
) returns setof public.leads
language plpgsql stable security definer set search_path = '' rows 25 as $$
declare
  direction constant text := case when ascending then 'asc' else 'desc' end;
  behind constant text := case when ascending then '>' else '<' end;
  key constant text := jsonb_build_object(
    'created_at', 'handling.created_at', 'name', 'lead.name', 'company', 'lead.company', 'state', 'handling.state_key',
    'assigned', 'handling.assigned_key', 'due', 'handling.due_key'
  ) ->> sorted;
  key_type constant text := jsonb_build_object('created_at', 'timestamptz', 'state', 'integer', 'due', 'date') ->> sorted;
  matching record;
begin
  perform private.require(key is not null, 'Leads are sorted by created_at, name, company, state, assigned or due', '22023');
  if private.is_staff() then
    matching := private.leads_condition(words, since, before, after, coalesce(filters, '{}'), sorted);
    -- `offset 0` as for products: several words depend on each other, and a number is in few leads.
    return query execute
      'select lead.* from (select lead_id from (select handling.lead_id, ' || key || ' as key from '
      || matching.source || ' where ' || matching.condition
      || case when cardinality(matching.patterns) > 1 or private.phone_digits(words) is not null then ' offset 0' else '' end
      || ') as found where true'
      || case
        when beyond is not null
        then format(' and key %1$s= $5::%2$s and (key %1$s $5::%2$s or lead_id %1$s $6)', behind, coalesce(key_type, 'text'))
        else ''
      end
      || format(' order by key %1$s, lead_id %1$s limit $7) as found join public.leads as lead on lead.id = found.lead_id', direction)
    using matching.patterns, since, before, after, beyond, beyond_id, least(greatest(size, 0), 1000);
  end if;
end
$$;

create or replace function private.count_leads(
  words text default '', since timestamptz default null, before timestamptz default null, after timestamptz default null,
  filters jsonb default '{}'
) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  matching record;
  number integer;
begin
  if not private.is_staff() then
    return null;
  end if;
  matching := private.leads_condition(words, since, before, after, coalesce(filters, '{}'));
  execute 'select count(*) from ' || matching.source || ' where ' || matching.condition
  into number using matching.patterns, since, before, after;
  return number;
end
$$;

create function private.lead_sources() returns text[]
language sql stable security definer set search_path = '' as $$
  select array(select source from public.leads where source is not null group by source order by count(*) desc, source limit 100)
  where (select private.is_staff())
$$;

select private.expose('lead_sources', 'What led to the visits of leads, the most frequent first, at most 100. Null for anyone but administrators and sales.');

-- Words count once for a client and day, and twenty different searches do: a program does not fill the list from one address. A client is a network; an account where the server in
-- front names none, and all visitors together.
create or replace function private.report_missed_search(q text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  query_words constant text := array_to_string(private.search_words(left(q, 200)), ' ');
  typed constant text := regexp_replace(private.trimmed(left(q, 200)), '\s+', ' ', 'g');
  page jsonb;
  caller constant text := md5(concat_ws(' ', private.day_in_india(now()), coalesce(private.client_network(), auth.uid()::text)));
begin
  -- An address, a telephone number or a whole text is no search for a product.
  if query_words = '' or char_length(typed) not between 2 and 60 or q is null or q ~ '@|([0-9][^0-9]{0,2}){7}' or private.is_staff() then
    return;
  end if;
  -- Serialises concurrent reports of one client.
  perform pg_advisory_xact_lock(hashtextextended('missed search of ' || caller, 0));
  if (
    select count(*) >= 20 or coalesce(bool_or(words = query_words), false) from private.missed_search_reports where client = caller
  ) or (
    select count(*) >= 30 from public.missed_searches where searched_at > now() - interval '1 minute'
  ) then
    return;
  end if;
  -- A search of which words were left out is missed, too.
  page := private.catalogue_page_of(jsonb_build_object('q', q, 'page_size', 1));
  if (page ->> 'total')::bigint > 0 and page #> '{search,left_out}' is null then
    return;
  end if;
  insert into private.missed_search_reports (client, words) values (caller, query_words);
  insert into public.missed_searches (words) values (typed)
  on conflict (private.search_words(words)) do update set searches = missed_searches.searches + 1, searched_at = excluded.searched_at;
  if private.is_counted_visit() then
    perform private.count_words('not_found', array[q]);
  end if;
end
$$;

-- Inserts deleted records of one table again, with the category and subcategory that are still there. Ends with a sentence where
-- another record has the code or the name now. Concurrent restores of the same record insert it one after the other.
create function private.restore_rows(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  restored integer;
  violated text;
  taken text;
begin
  execute format(
    'insert into public.%1$I select restored.* from public.deleted_records as deleted
     cross join jsonb_populate_record(null::public.%1$I, deleted.record || jsonb_build_object(
       ''category_id'', (select id from public.categories where id = (deleted.record ->> ''category_id'')::uuid),
       ''subcategory_id'', (select id from public.subcategories where id = (deleted.record ->> ''subcategory_id'')::uuid)
     )) as restored where deleted.id = any ($1)',
    entity
  ) using ids;
  get diagnostics restored = row_count;
  perform private.require(restored > 0, 'It can no longer be restored, or it has already been restored', 'PT404');
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'products_code_unique' and cardinality(ids) > 1 then
      raise exception 'Other products have their codes now: change those first' using errcode = '23505';
    elsif violated = 'products_code_unique' then
      raise exception 'Another product has the code % now: change that one first', (
        select record ->> 'code' from public.deleted_records where id = any (ids)
      ) using errcode = '23505';
    elsif violated = entity || '_name_unique' then
      execute format(
        'select deleted.name from public.deleted_records as deleted join public.%I as present on lower(present.name) = lower(deleted.name)
         where deleted.id = any ($1) order by 1 limit 1',
        entity
      ) into taken using ids;
      raise exception 'There is another one named "%" now: rename that one first', taken using errcode = '23505';
    end if;
    raise exception 'It has already been restored' using errcode = '23505';
end
$$;

-- Inserts the facts of deleted records again, which have no other end. Another product may have the supplier's code now, which the
-- person sees before anything is restored.
create function private.restore_facts(entity text, ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  link record;
begin
  for link in select name from private.link_tables() where entity = one and other is null loop
    execute format(
      'insert into public.%1$I select fact.* from public.deleted_records as deleted
       cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as fact where deleted.id = any ($1)',
      link.name
    ) using ids;
  end loop;
exception
  when unique_violation then
    raise exception 'Another product has the supplier code % now: change that one first', (
      select string_agg(terms ->> 'supplier_code', ', ')
      from public.deleted_records, jsonb_array_elements(links -> 'product_terms') as terms
      join public.product_terms as taken on private.name_key(taken.supplier_code) = private.name_key(terms ->> 'supplier_code')
      where deleted_records.id = any (ids)
    ) using errcode = '23505';
end
$$;

-- Inserts the links of deleted records again. Returns how many were left out, since their other end has gone: one that was made again
-- meanwhile, as it can be of a record that is still there, is not. Their own end exists: joining it would be planned with statistics from
-- after the deletion, as if there were none.
create function private.restore_links(entity text, ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  link record;
  restored integer;
  left_out integer := 0;
begin
  for link in
    select name, case entity when one then other else one end as other_end, case entity when one then other_id else one_id end as other_end_id
    from private.link_tables() where entity in (one, other) and other is not null
  loop
    execute format(
      'with former as materialized (
         select link.* from public.deleted_records as deleted
         cross join jsonb_populate_recordset(null::public.%1$I, deleted.links -> %1$L) as link
         join public.%2$I as other_end on other_end.id = link.%3$I
         where deleted.id = any ($1) for key share of other_end
       ), inserted as (insert into public.%1$I select * from former on conflict do nothing)
       select count(*) from former',
      link.name, link.other_end, link.other_end_id
    ) into restored using ids;
    left_out := left_out - restored + (
      select coalesce(sum(jsonb_array_length(deleted.links -> link.name)), 0) from public.deleted_records as deleted where deleted.id = any (ids)
    );
  end loop;
  return left_out;
end
$$;

-- Gives products the deleted category and subcategory again. Those that were given another one meanwhile keep it, and a subcategory
-- restores no category. Returns how many were left out.
create function private.restore_product_categories(ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  restored integer;
begin
  update public.products as product set category_id = former.category_id, subcategory_id = subcategory.id
  from (
    -- One that lost its subcategory first, and its category then, has two.
    select distinct on (former.id) former.*, coalesce((deleted.record ->> 'taken_from')::uuid, deleted.id) as restored_id
    from public.deleted_records as deleted
    cross join jsonb_to_recordset(deleted.links -> 'products') as former (id uuid, category_id uuid, subcategory_id uuid)
    where deleted.id = any (ids)
    order by former.id, former.subcategory_id nulls last
  ) as former
  join public.categories as category on category.id = former.category_id
  left join public.subcategories as subcategory on subcategory.id = former.subcategory_id
  where product.id = former.id and product.subcategory_id is null
    and coalesce(product.category_id, case when former.restored_id is distinct from former.subcategory_id then former.category_id end)
      = former.category_id;
  get diagnostics restored = row_count;
  return (
    select count(distinct former ->> 'id')
    from public.deleted_records as deleted cross join jsonb_array_elements(deleted.links -> 'products') as former
    where deleted.id = any (ids)
  ) - restored;
end
$$;

-- Deletes what restored records and links were restored from, and hands the links whose other end is deleted to that.
create function private.finish_restoring(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  former_links jsonb;
begin
  select jsonb_object_agg(kinds.kind, kinds.links) into former_links
  from (
    select kind.key as kind, jsonb_agg(former.value) as links
    from public.deleted_records as deleted
    cross join jsonb_each(
      case when deleted.entity = 'products' then jsonb_build_object('products', jsonb_build_array(jsonb_build_object(
        'id', deleted.id, 'category_id', deleted.record -> 'category_id', 'subcategory_id', deleted.record -> 'subcategory_id'
      ))) else '{}' end || deleted.links
    ) as kind
    cross join jsonb_array_elements(kind.value) as former
    where deleted.id = any (ids) group by kind.key
  ) as kinds;
  delete from public.deleted_records where id = any (ids);
  perform private.defer_restored_links(former_links);
end
$$;

-- Restores deleted records of one table with their links, all of them or none, and each step once for all of them: there may
-- be thousands of products. Returns how many links were left out, since their other end has gone or changed.
create or replace function private.restore_deleted(entity text, ids uuid[]) returns integer
language plpgsql set search_path = '' as $$
declare
  left_out integer;
begin
  -- What is there now is there until the end of the transaction.
  perform from public.categories
  where id in (select (record ->> 'category_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;
  perform from public.subcategories
  where id in (select (record ->> 'subcategory_id')::uuid from public.deleted_records where id = any (ids)) order by id for key share;

  if entity = 'products' then
    perform private.defer_product_search();
  end if;
  perform private.restore_rows(entity, ids);
  select
    count((record ->> 'category_id')::uuid) + count((record ->> 'subcategory_id')::uuid) - count(category.id) - count(subcategory.id)
  into left_out
  from public.deleted_records
  left join public.categories as category on category.id = (record ->> 'category_id')::uuid
  left join public.subcategories as subcategory on subcategory.id = (record ->> 'subcategory_id')::uuid
  where deleted_records.id = any (ids);
  perform private.restore_facts(entity, ids);
  left_out := left_out + private.restore_links(entity, ids);
  if entity = 'products' then
    perform private.refresh_deferred_product_search(ids);
  end if;
  left_out := left_out + private.restore_product_categories(ids);

  perform private.finish_restoring(ids);
  return left_out;
end
$$;

-- Puts back the latest part of a whole, and all of one that was not made in parts: the records before what was taken from products in
-- their deletion. Returns how many links or products were left out.
create function private.restore_whole(whole public.deleted_records) returns integer
language plpgsql set search_path = '' as $$
declare
  part public.deleted_records;
  ids uuid[];
  is_there boolean;
  left_out integer;
begin
  if whole.scope = 'records' then
    ids := array(
      select id from public.deleted_records where part_of = whole.id and not record ? 'taken_from'
      order by deleted_at desc, id limit (whole.record ->> 'most')::integer
    );
    if ids <> '{}' then
      return private.restore_deleted(whole.entity, ids);
    end if;
  end if;
  select * into part from public.deleted_records where part_of = whole.id order by deleted_at desc, id limit 1;
  if whole.scope = 'records' then
    -- Of a record that was deleted meanwhile it goes back with that record.
    execute format('select exists (select from public.%I where id = $1)', whole.entity) into is_there using (part.record ->> 'taken_from')::uuid;
    left_out := case when is_there
      then private.restore_links(whole.entity, array[part.id]) + private.restore_product_categories(array[part.id]) else part.products end;
    perform private.finish_restoring(array[part.id]);
    return left_out;
  end if;
  if part.id is null then
    part := whole;
  end if;
  delete from public.deleted_records where id = part.id;
  return jsonb_array_length(private.put_back(part.record -> 'products'));
end
$$;

-- All of it or nothing, and of a whole that was made in parts the next part. Links whose other end has gone are left out, and restored
-- with it.
create or replace function public.restore_record(record_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  deleted public.deleted_records;
  left_out integer;
  remaining bigint;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  select * into deleted from public.deleted_records where id = record_id;
  if deleted.scope <> 'record' then
    -- Concurrent ones wait here, and find what is left.
    perform private.lock_for_bulk_change('products', '{}');
    select * into deleted from public.deleted_records where id = record_id;
  end if;
  perform private.require(found and deleted.scope <> 'part', 'It can no longer be restored, or it has already been restored', 'PT404');
  if deleted.scope = 'import' then
    return private.undo_import(deleted);
  end if;
  left_out := case deleted.scope when 'record' then private.restore_deleted(deleted.entity, array[record_id]) else private.restore_whole(deleted) end;
  select coalesce(sum(case when deleted.scope = 'edit' or part.record ? 'taken_from' then part.products else 1 end), 0) into remaining
  from public.deleted_records as part where part.part_of = record_id;
  delete from public.deleted_records where id = record_id and remaining = 0;
  return jsonb_build_object('name', deleted.name, 'products', deleted.products, 'left_out', left_out)
    || case when deleted.record ? 'most' then jsonb_build_object('left', remaining) else '{}' end;
end
$$;

-- The ids of the products that find_products finds, on all pages: all, or at most so many beyond one of them in the order of ids.
create function private.matching_product_ids(words text, filters jsonb, beyond uuid default null, most integer default null) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  matching constant record := private.product_condition(words, filters);
  ids uuid[];
begin
  execute format(
    'select array(select product_id from private.product_search where %s and ($3 is null or product_id > $3) order by product_id limit $4)',
    matching.condition
  ) into ids using private.word_patterns(words), matching.facet_ids, beyond, most;
  return ids;
end
$$;

-- The row of a whole that has parts already; none of another kind.
create function private.whole_of(whole uuid, scope text, entity text) returns public.deleted_records
language plpgsql set search_path = '' as $$
declare
  found_row public.deleted_records;
begin
  select * into found_row from public.deleted_records where id = whole;
  perform private.require(
    not found or found_row.scope = whole_of.scope and found_row.entity = whole_of.entity and found_row.record ? 'most', 'These parts belong to another change', '22023'
  );
  return found_row;
end
$$;

-- Takes records from at most so many of the products that have them, and stores that as a part of their deletion, if more have them than
-- that: their deletion alone would take them from all in one statement. Returns how many products it took them from.
create function private.take_from_products(entity text, ids uuid[], whole uuid, most integer) returns integer
language plpgsql set search_path = '' as $$
declare
  taken uuid;
  product_ids uuid[];
  link record;
  links jsonb;
begin
  execute 'select array(select product_id from private.product_search where facet_ids && $1 limit $2)' into product_ids using ids, most + 1;
  if cardinality(product_ids) <= most then
    return 0;
  end if;
  foreach taken in array ids loop
    execute 'select array(select product_id from private.product_search where facet_ids @> array[$1] limit $2)' into product_ids using taken, most;
    exit when product_ids <> '{}';
  end loop;
  perform from public.products where id = any (product_ids) order by id for update;
  if entity in ('categories', 'subcategories') then
    select jsonb_build_object('products', jsonb_agg(jsonb_build_object('id', id, 'category_id', category_id, 'subcategory_id', subcategory_id)))
    into links from public.products where id = any (product_ids);
    update public.products set category_id = nullif(category_id, taken), subcategory_id = nullif(subcategory_id, taken) where id = any (product_ids);
  else
    select * into link from private.link_tables() where one = 'products' and other = entity;
    execute format(
      'with taken as (delete from public.%1$I where %2$I = $1 and product_id = any ($2) returning *) select jsonb_build_object(%1$L, jsonb_agg(taken)) from taken',
      link.name, link.other_id
    ) into links using taken, product_ids;
  end if;
  insert into public.deleted_records (id, entity, scope, name, record, links, products, part_of, deleted_at)
  select
    gen_random_uuid(), entity, 'part', facet.name, jsonb_build_object('taken_from', taken), links, cardinality(product_ids), whole, clock_timestamp()
  from private.facets as facet where facet.id = taken;
  return cardinality(product_ids);
end
$$;

-- Stores so many more records, and so many products in all, in the row of what was deleted together, which is then the latest of them, so
-- that it is listed first. One record alone gives it its name.
create function private.store_whole(
  whole uuid, before public.deleted_records, entity text, records integer, products integer, most integer, ids uuid[]
) returns uuid
language sql set search_path = '' as $$
  insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
  select
    coalesce(whole, gen_random_uuid()), entity, 'records', coalesce(
      (select name from private.facets where named = 1 and table_name = entity and id = ids[1]),
      (select name from public.deleted_records where named = 1 and id = ids[1]),
      format('%s %s', to_char(named, 'FM999,999,999'), replace(entity, '_', ' '))
    ),
    jsonb_strip_nulls(jsonb_build_object('records', total, 'most', most)), '{}', products, clock_timestamp()
  from (values (records + coalesce((before.record ->> 'records')::integer, 0))) as counted (total)
  cross join lateral (values (greatest(total, cardinality(ids)))) as naming (named)
  on conflict (id) do update set
    name = excluded.name, record = excluded.record, products = excluded.products, deleted_at = excluded.deleted_at
  returning id
$$;

-- A deletion of any size is one of parts, each with the id of its whole, which the first one makes: what restores all of them. Without "ids",
-- a part has "most" of the products that are still found. Records that more products have are first taken from "most" at a time, and are
-- deleted by the call that leaves none to take.
create function private.delete_records(
  entity text, ids uuid[] default null, words text default '', filters jsonb default '{}', whole uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  deleted_ids uuid[];
  product_count integer := 0;
  deletion_id uuid;
  before public.deleted_records;
begin
  perform private.require(private.is_admin(), 'You may not delete records');
  perform from pg_catalog.pg_trigger
  where tgname = 'store_deleted_record' and tgrelid = to_regclass(format('public.%I', delete_records.entity));
  perform private.require(found, format('There are no such records: %s', delete_records.entity), '22023');
  if delete_records.ids is null then
    perform private.require(delete_records.entity = 'products', 'Only products can be found by search and filters', '22023');
    ids := private.matching_product_ids(words, filters, null, most);
  end if;
  perform private.lock_for_bulk_change(delete_records.entity, delete_records.ids);
  select * into before from private.whole_of(whole, 'records', delete_records.entity);
  if whole is not null and most is not null and delete_records.entity <> 'products' then
    product_count := private.take_from_products(delete_records.entity, delete_records.ids, whole, most);
  end if;
  if product_count > 0 then
    perform private.store_whole(whole, before, delete_records.entity, 0, product_count + coalesce(before.products, 0), most, delete_records.ids);
    return jsonb_build_object('deleted', 0, 'products', product_count, 'undo', whole, 'left', (
      select count(*) from private.product_search where facet_ids && delete_records.ids
    ));
  end if;
  execute format(
    'with deleted as (delete from public.%I where id = any ($1) returning id) select array_agg(id order by id) from deleted',
    delete_records.entity
  ) into deleted_ids using delete_records.ids;
  perform private.require(deleted_ids is not null or before.id is not null, 'They no longer exist', 'PT404');
  -- A product that has lost several records, here or in the parts before, is one.
  select count(distinct coalesce(link ->> 'product_id', link ->> 'id')) into product_count
  from public.deleted_records as deleted, jsonb_each(deleted.links) as kind, jsonb_array_elements(kind.value) as link
  where delete_records.entity <> 'products' and (deleted.id = any (deleted_ids) or deleted.part_of = whole) and link ?| array['product_id', 'id'];
  deletion_id := deleted_ids[1];
  if cardinality(deleted_ids) > 1 or before.id is not null or whole is not null and delete_records.entity = 'products' then
    deletion_id := private.store_whole(
      whole, before, delete_records.entity, coalesce(cardinality(deleted_ids), 0), product_count, most, deleted_ids
    );
    -- What was taken from products before belongs to all that was deleted with it.
    update public.deleted_records as deleted set part_of = deletion_id, scope = case
      when exists (select from public.deleted_records as part where part.part_of = whole and part.scope = 'part') then 'part' else deleted.scope
    end
    where deleted.id = any (deleted_ids);
  end if;
  return jsonb_build_object('deleted', coalesce(cardinality(deleted_ids), 0), 'products', product_count, 'undo', deletion_id);
end
$$;

select private.expose('delete_records',
  'Deletes records of a table with these ids or, without ids, the products that find_products finds, at most "most": {"deleted", "products", "undo"}, "products" of all parts of one "whole"; restore_record restores "undo". While more products have them, it takes them from "most": "left" are to come.');

-- What an edit makes of a product, as product_as_json has it.
create function private.edited_product(product jsonb, changes jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  kind text;
  field text;
  added text[];
  removed text[];
begin
  product := product || coalesce((
    select jsonb_object_agg(
      case when key in ('sample', 'featured', 'brand_reminder') then 'is_' || key when key in ('category', 'subcategory') then key || '_id' else key end, value
    ) from jsonb_each(changes -> 'set')
  ), '{}');
  for kind, field in values ('industry', 'industries'), ('theme', 'themes'), ('doctor_type', 'doctor_types'), ('branding', 'branding') loop
    continue when changes #> array['add', kind] is null and changes #> array['remove', kind] is null;
    added := array(select value::uuid from jsonb_array_elements_text(changes #> array['add', kind]) as value);
    removed := array(select value::uuid from jsonb_array_elements_text(changes #> array['remove', kind]) as value);
    product := case
      when kind <> 'branding' then jsonb_set(product, array[field], ((product -> field) - removed)
        || (to_jsonb(added) - array(select jsonb_array_elements_text(product -> field))))
      else jsonb_set(product, array[field], (
        select coalesce(jsonb_agg(link), '[]') from jsonb_array_elements(product -> field) as link where link ->> 'branding_method_id' <> all (removed)
      ) || (
        select coalesce(jsonb_agg(jsonb_build_object('branding_method_id', method, 'area', null, 'colours', null)), '[]') from unnest(added) as method
        where not product @> jsonb_build_object(field, jsonb_build_array(jsonb_build_object('branding_method_id', method)))
      ))
    end;
  end loop;
  return case when changes #> '{set,category}' is not null or product ->> 'doctor_types' is not null then private.settled_product(product) else product end;
end
$$;

-- What an edit of many products changes, and so what undoes it: [{"id", "before", "after"}] with the fields that differ.
create or replace function private.plan_bulk_edit(ids uuid[], changes jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  kinds constant text[] := array(select jsonb_object_keys(coalesce(changes -> 'add', '{}') || coalesce(changes -> 'remove', '{}')));
  lists constant text[] := array(
    select field from (values
      ('industries', '{industry,doctor_type}'::text[]), ('doctor_types', '{industry,doctor_type}'), ('themes', '{theme}'), ('branding', '{branding}')
    ) as listed (field, changed_by) where kinds && changed_by
  );
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', present.id, 'before', difference.before, 'after', difference.after) order by present.id), '[]')
    from private.products_as_json(array(select product.id from public.products as product where product.id = any (ids)), lists) as present
    cross join lateral (select private.edited_product(present.fields, changes) as fields offset 0) as wanted
    cross join lateral (
      select jsonb_object_agg(key, former.value) as before, jsonb_object_agg(key, wanted.fields -> key) as after
      from jsonb_each(present.fields) as former where former.value is distinct from wanted.fields -> key
    ) as difference
    where difference.before is not null
  );
end
$$;

-- Writes many products as put_products does, and then refreshes the search once.
create function private.put_many(wanted jsonb) returns uuid[]
language plpgsql set search_path = '' as $$
declare
  written uuid[];
  violated text;
begin
  perform private.defer_product_search();
  written := private.put_products(wanted);
  perform private.refresh_deferred_product_search(written);
  return written;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    raise exception '%', case violated
      when 'products_code_unique' then 'Another product has one of their codes now: change that one first'
      else 'Two products of one supplier would have the same supplier code: change one of them first'
    end using errcode = '23505';
end
$$;

-- What makes of a product what it was before a change {"id", "before", "after"}. What the change has added to a list goes, and what it
-- removed comes back unless it is gone; null where another field has changed since or the former category is gone. Without "after", of which
-- nothing is present, the product is as it was, without what is gone.
create function private.undone_product(change jsonb, present jsonb, known text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  undone constant jsonb := change -> 'before';
  gone constant text[] := array(
    select field from unnest(array['category_id', 'subcategory_id']) as field where undone ->> field <> all (known)
  );
  lists constant text[] := array['industries', 'themes', 'doctor_types', 'branding'];
begin
  if change ? 'after' and (gone <> '{}' or not present @> ((change -> 'after') - lists)) then
    return null;
  end if;
  return undone || coalesce((select jsonb_object_agg(field, null) from unnest(gone) as field), '{}') || coalesce((
    select jsonb_object_agg(field, (
      select coalesce(jsonb_agg(item), '[]') from (
        select item from jsonb_array_elements(present -> field) as item
        where item not in (select jsonb_array_elements(change #> array['after', field])) or item in (select jsonb_array_elements(undone -> field))
        union
        select item from jsonb_array_elements(undone -> field) as item
        where item not in (select jsonb_array_elements(change #> array['after', field])) and item -> 'branding_method_id' not in (
          select coalesce(other -> 'branding_method_id', 'null') from jsonb_array_elements(present -> field) as other
        ) is not false
      ) as merged where coalesce(item ->> 'branding_method_id', item #>> '{}') = any (known)
    )) from unnest(lists) as field where undone ? field
  ), '{}');
end
$$;

-- Puts products back to what they were before changes [{"id", "before", "after"}], as undone_product says, or [{"id", "before", "version"}],
-- which leaves those that have another version now; without "before" a product was created, and is deleted as a part of a whole. Returns
-- what stays: [{"id", "name", "reason"}].
create function private.put_back(changes jsonb, whole uuid default null, most integer default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  ids constant uuid[] := array(select (change ->> 'id')::uuid from jsonb_array_elements(changes) as change);
  known constant text[] := array(select id::text from private.facets);
  lists constant text[] := array(select distinct field from jsonb_array_elements(changes) as change, jsonb_object_keys(change -> 'after') as field);
  created uuid[];
  wanted jsonb;
  stays jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  perform private.lock_for_bulk_change('products', ids);
  select
    array_agg(product.id) filter (where undone = '{}'),
    coalesce(jsonb_agg(undone || jsonb_build_object('id', product.id, 'version', null)) filter (where undone <> '{}'), '[]'),
    coalesce(jsonb_agg(jsonb_build_object('id', change -> 'id', 'name', coalesce(product.name, change #>> '{before,name}'), 'reason', case
      when product.id is null then 'was deleted since'
      when product.is_sample and change -> 'published' = 'false' then 'was published since' else 'was changed since'
    end) order by position) filter (where undone is null and (product.id is not null or change ->> 'before' is not null)), '[]')
  into created, wanted, stays
  from jsonb_array_elements(changes) with ordinality as listed (change, position)
  left join public.products as product on product.id = (change ->> 'id')::uuid
  left join private.products_as_json(ids, lists) as present on present.id = product.id
  cross join lateral (select case
    when product.version <> coalesce((change ->> 'version')::integer, product.version) or product.id is null then null
    when change ->> 'before' is null then '{}'
    else private.undone_product(change, case when change ? 'after' then present.fields end, known)
  end as undone offset 0) as former;
  -- Codes that were given to other products are free before their own come back, as is one that goes from one product to another.
  if created <> '{}' then
    perform private.delete_records('products', created, whole => whole, most => most);
  end if;
  update public.products as product set code = null
  from jsonb_array_elements(wanted) as item
  where private.name_key(product.code) = private.name_key(item ->> 'code') and product.id <> (item ->> 'id')::uuid
    and product.id in (select (other ->> 'id')::uuid from jsonb_array_elements(wanted) as other where other ? 'code');
  perform private.put_many(wanted) where wanted <> '[]';
  return stays;
end
$$;

-- Refuses what is no change, and locks the records that it names: they are there until the end of the transaction.
create or replace function private.check_bulk_changes(changes jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  named record;
  there integer;
begin
  perform private.require(
    jsonb_typeof(changes) = 'object' and changes <> '{}', 'The changes must be an object with add, remove and set', '22023'
  );
  perform private.require(not exists (
    select from jsonb_each(changes) as action, jsonb_object_keys(action.value) as kind
    where case
      when action.key in ('add', 'remove') then kind not in ('industry', 'theme', 'doctor_type', 'branding')
      when action.key <> 'set' or kind in ('name', 'code', 'image_url', 'image_widths', 'image_colour', 'supplier_code') then true
      else kind not in ('category', 'subcategory', 'sample', 'featured', 'brand_reminder') and kind <> all (private.product_fields())
    end
  ), 'Products have no such fields to change', '22023');
  for named in
    select kinds.table_name, array(
      select value::uuid from unnest(array['add', 'remove']) as action, jsonb_array_elements_text(changes #> array[action, kinds.kind]) as value
      union select (changes #>> array['set', kinds.kind])::uuid where changes #>> array['set', kinds.kind] is not null
      order by 1
    ) as ids
    from (values
      ('branding', 'branding_methods'), ('category', 'categories'), ('doctor_type', 'doctor_type_tags'), ('industry', 'industry_tags'),
      ('subcategory', 'subcategories'), ('theme', 'themes')
    ) as kinds (kind, table_name)
  loop
    execute format('select from public.%I where id = any ($1) order by id for key share', named.table_name) using named.ids;
    get diagnostics there = row_count;
    perform private.require(
      there = cardinality(named.ids),
      format('One of the selected %s has been deleted in the meantime: choose again', replace(named.table_name, '_', ' ')), '23503'
    );
  end loop;
  perform private.require(changes #>> '{set,subcategory}' is null or exists (
    select from public.subcategory_categories as link
    where link.subcategory_id = (changes #>> '{set,subcategory}')::uuid and link.category_id = (changes #>> '{set,category}')::uuid
  ), 'The chosen subcategory does not belong to the chosen category', '23514');
end
$$;

-- Changes are {"add": {"theme": [ids]}, "remove": {"industry": [ids], "doctor_type": [ids], "branding": [ids]}, "set": {"category",
-- "subcategory", "budget", "sample", "featured", "brand_reminder", and facts by the names of their columns}}. Products that match
-- and are not changed were so already. "label" is the name of the edit among the deleted records. An edit of any size is one of parts, as a
-- deletion is.
create function private.bulk_edit_products(
  changes jsonb, ids uuid[] default null, words text default '', filters jsonb default '{}', is_preview boolean default false,
  label text default '', whole uuid default null, beyond uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  plan jsonb;
  wanted jsonb;
  matched integer;
  changed integer;
  edit_id uuid;
  edit constant text := coalesce(nullif(left(trim(label), 200), ''), 'Bulk edit');
  before public.deleted_records;
  -- The codes of the products that get one supplier may be equal.
  may_collide constant boolean := changes #> '{set,supplier}' is not null;
begin
  perform private.require(private.is_admin(), 'You may not change products');
  perform private.check_bulk_changes(changes);
  ids := coalesce(bulk_edit_products.ids, private.matching_product_ids(words, filters, beyond, most));
  if not is_preview or may_collide then
    perform private.lock_for_bulk_change('products', bulk_edit_products.ids);
  end if;
  select count(*) into matched from public.products where id = any (bulk_edit_products.ids);
  plan := private.plan_bulk_edit(bulk_edit_products.ids, changes);
  changed := jsonb_array_length(plan);
  wanted := (select jsonb_agg((change -> 'after') || jsonb_build_object('id', change -> 'id')) from jsonb_array_elements(plan) as change);
  if not is_preview and changed > 0 then
    perform private.put_many(wanted);
    insert into public.deleted_records (id, entity, scope, name, record, links, products, part_of, deleted_at)
    values (gen_random_uuid(), 'products', 'edit', edit, jsonb_build_object('products', plan), '{}', changed, whole, clock_timestamp())
    returning id into edit_id;
    if whole is not null then
      select * into before from private.whole_of(whole, 'edit', 'products');
      insert into public.deleted_records (id, entity, scope, name, record, links, products, deleted_at)
      values (whole, 'products', 'edit', edit, jsonb_build_object('most', most), '{}', changed + coalesce(before.products, 0), clock_timestamp())
      on conflict (id) do update set products = excluded.products, deleted_at = excluded.deleted_at
      returning id into edit_id;
    end if;
  end if;
  if is_preview and may_collide and changed > 0 then
    begin
      perform private.put_many(wanted);
      raise exception 'preview' using errcode = 'GW002';
    exception
      when sqlstate 'GW002' then null;
    end;
  end if;
  return jsonb_build_object('matched', matched, 'changed', changed, 'undo', edit_id)
    || case when most is null then '{}' else jsonb_build_object('last', bulk_edit_products.ids[most]) end;
end
$$;

select private.expose('bulk_edit_products',
  'Changes the products with these ids or, without ids, those that find_products finds on all pages, at most "most" beyond one: {"matched", "changed", "undo", "last"}; restore_record takes "undo", and the next part begins beyond "last". A preview changes nothing, and is refused as the edit would be.');

-- The product that a row is about, locked: by its id, else by the supplier and its code, else by our own code. Null for a new one.
create function private.product_of_row(item jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  product uuid;
begin
  select stored.id into product from public.products as stored
  where stored.id = coalesce(
    (item ->> 'product_id')::uuid,
    (
      select terms.product_id from public.product_terms as terms
      where private.name_key(coalesce(terms.supplier, '')) = private.name_key(coalesce(item ->> 'supplier', ''))
        and private.name_key(terms.supplier_code) = private.name_key(item ->> 'supplier_code')
    ),
    (select ours.id from public.products as ours where private.name_key(ours.code) = private.name_key(item ->> 'code'))
  ) for update;
  return product;
end
$$;

create function private.products_with_codes(codes text[]) returns table (product_id uuid, name text, supplier text, supplier_code text)
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not import products');
  select product.id, product.name, terms.supplier, terms.supplier_code
  from public.product_terms as terms join public.products as product on product.id = terms.product_id
  where private.name_key(terms.supplier_code) = any (array(select private.name_key(code) from unnest(codes) as code))
  order by product.id
$$;

select private.expose('products_with_codes', 'The products of any supplier that have one of these codes, as name_key compares.');

-- What a row has of a product, but for what it names and its pictures and colours, as it is stored. What the file has no column for stays.
create function private.fields_of_row(item jsonb, before jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(field.key, case field.key
      when 'name' then to_jsonb(private.trimmed(field.value #>> '{}')) when 'supplier' then to_jsonb(private.plain_text(field.value #>> '{}'))
      when 'code' then to_jsonb(private.normalize_code(field.value #>> '{}')) when 'supplier_code' then to_jsonb(private.normalize_code(field.value #>> '{}'))
      when 'price_breaks' then (
        select coalesce(jsonb_agg(price order by (price ->> 'quantity')::integer), '[]') from jsonb_array_elements(nullif(field.value, 'null')) as price
      )
      else field.value
    end), '{}')
    from jsonb_each(item - array['industries', 'themes', 'doctor_types', 'branding', 'pictures']) as field where before ? field.key
  );
end
$$;

-- The pictures of a product, the first with them.
create function private.pictures_of_product(product jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_array(jsonb_build_object(
    'url', product -> 'image_url', 'alt', product -> 'image_alt', 'widths', product -> 'image_widths', 'colour', product -> 'image_colour'
  )) || coalesce(nullif(product -> 'pictures', 'null'), '[]');
end
$$;

-- The pictures that a row has, as fields of a product. Pictures that the product shows already keep their texts and sizes. One that was
-- not chosen is found by the name that the import that set it had for it.
create function private.pictures_of_row(item jsonb, before jsonb, out fields jsonb, out errors jsonb)
language plpgsql stable set search_path = '' as $$
declare
  names constant text[] := private.imported_picture_names((before ->> 'id')::uuid);
  wanted record;
  former jsonb;
  pictures jsonb := '[]'::jsonb;
begin
  errors := '{}';
  for wanted in
    select input.picture, input.position
    from jsonb_array_elements(private.pictures_of_product(item) #- '{0,alt}') with ordinality as input (picture, position) order by input.position
  loop
    wanted.picture := case when wanted.position = 1 then jsonb_strip_nulls(wanted.picture || jsonb_build_object('stored_image', item -> 'stored_image')) else wanted.picture end;
    former := (
      select picture from jsonb_array_elements(private.pictures_of_product(before)) with ordinality as formerly (picture, position)
      where picture ->> 'url' = wanted.picture ->> 'url'
        or picture ->> 'url' is not null and private.name_key(names[position::integer]) = private.name_key(wanted.picture ->> 'stored_image')
      order by position limit 1
    );
    if former is null and wanted.picture ? 'stored_image' then
      errors := errors || jsonb_build_object(
        case wanted.position when 1 then 'image_url' else 'pictures' end, format('%s is not among the chosen pictures', wanted.picture ->> 'stored_image')
      );
    end if;
    pictures := pictures || jsonb_build_array((wanted.picture - 'stored_image') || jsonb_strip_nulls(coalesce(former, '{}'))
      || case when wanted.picture ? 'alt' then jsonb_build_object('alt', wanted.picture -> 'alt') else '{}' end);
  end loop;
  fields := case when item ?| array['image_url', 'stored_image'] then jsonb_build_object(
    'image_url', pictures #> '{0,url}', 'image_alt', case when item ? 'image_alt' then item -> 'image_alt' else pictures #> '{0,alt}' end,
    'image_widths', pictures #> '{0,widths}', 'image_colour', pictures #> '{0,colour}'
  ) else '{}' end || case when item ? 'pictures' then jsonb_build_object('pictures', pictures - 0) else '{}' end;
end
$$;

-- The colours of a product. One keeps what the file does not say of it, with its picture wherever that is now; the file names a picture by
-- its position in the row.
create function private.colours_of_row(product jsonb, former_colours jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  pictures constant jsonb := private.pictures_of_product(product);
begin
  return (
    select coalesce(jsonb_agg(coalesce(former_colour, '{}') || (colour - 'picture_position') || jsonb_build_object('picture', case
      when nullif(colour -> 'picture_position', 'null') is not null then coalesce(
        -- In a dry run a picture that is not stored yet has no address.
        pictures #> array[((colour ->> 'picture_position')::integer - 1)::text, 'url'], former_colour -> 'picture'
      )
      when colour ? 'picture_position' then null
      when pictures @> jsonb_build_array(jsonb_build_object('url', former_colour -> 'picture')) then former_colour -> 'picture'
    end) order by input.position), '[]')
    from jsonb_array_elements(nullif(product -> 'colours', 'null')) with ordinality as input (colour, position)
    left join lateral (
      select former from jsonb_array_elements(former_colours) as former where private.name_key(former ->> 'name') = private.name_key(colour ->> 'name') limit 1
    ) as matching (former_colour) on true
  );
end
$$;

-- What a row names, each once: the category before its subcategory.
create function private.names_of_row(
  item jsonb, out rank integer, out field text, out table_name text, out refusal text, out name text, out detail jsonb
) returns setof record
language plpgsql immutable set search_path = '' rows 10 as $$
begin
  return query
  select distinct on (kinds.rank, private.name_key(named.name)) kinds.rank, kinds.field, kinds.table_name, kinds.refusal, named.name, listed.detail
  from (values
    (1, 'category', 'categories', 'There is no category "%s"'),
    (2, 'subcategory', 'subcategories', 'The category has no subcategory "%s"'),
    (3, 'industries', 'industry_tags', 'There is no industry "%s"'),
    (4, 'themes', 'themes', 'There is no theme "%s"'),
    (5, 'doctor_types', 'doctor_type_tags', 'There is no doctor type "%s"'),
    (6, 'branding', 'branding_methods', 'There is no branding method "%s"')
  ) as kinds (rank, field, table_name, refusal)
  cross join jsonb_array_elements(
    case when kinds.rank < 3 then jsonb_build_array(item -> kinds.field) else item -> kinds.field end
  ) as listed (detail)
  cross join lateral (select case jsonb_typeof(listed.detail) when 'object' then listed.detail ->> 'name' else listed.detail #>> '{}' end as name) as named
  where private.trimmed(named.name) <> '' order by kinds.rank, private.name_key(named.name);
end
$$;

-- Finds or creates what a row names: the product then has these and no others. What there is not is noted, and the product keeps what it
-- has where a cell names nothing else. "created" is as in public.imports.
create function private.import_names(item jsonb, options jsonb, inout product jsonb, out notes jsonb, out created jsonb)
language plpgsql set search_path = '' as $$
declare
  former constant jsonb := product;
  named record;
  facet record;
begin
  created := '[]';
  notes := '{}';
  product := product || coalesce((select jsonb_object_agg(field || '_id', null) from unnest(array['category', 'subcategory']) as field where item ? field), '{}')
    || coalesce((select jsonb_object_agg(field, '[]'::jsonb) from unnest(array['industries', 'themes', 'doctor_types', 'branding']) as field where item ? field), '{}');
  for named in select * from private.names_of_row(item) loop
    if named.field = 'subcategory' and product ->> 'category_id' is null then
      notes := notes || '{"subcategory": "A subcategory needs its category"}';
      continue;
    end if;
    select * into facet from private.import_name(named.table_name, named.name, (product ->> 'category_id')::uuid, options);
    created := created || facet.created;
    if facet.id is null then
      notes := notes || jsonb_build_object(named.field, format(named.refusal, named.name));
    elsif named.rank < 3 then
      product := product || jsonb_build_object(named.field || '_id', facet.id);
    else
      product := jsonb_insert(product, array[named.field, '-1'], case when named.field <> 'branding' then to_jsonb(facet.id) else coalesce(
        jsonb_path_query_first(former -> 'branding', '$[*] ? (@.branding_method_id == $id)', jsonb_build_object('id', facet.id)),
        jsonb_build_object('branding_method_id', facet.id)
      ) || case jsonb_typeof(named.detail) when 'object' then named.detail - 'name' else '{}' end end, true);
    end if;
  end loop;
  product := product || coalesce((
    select jsonb_object_agg(key, former -> key) from jsonb_each(product) where notes ? regexp_replace(key, '_id$', '') and value in ('[]', 'null')
  ), '{}');
  if item ? 'doctor_types' and private.settled_product(product) -> 'doctor_types' <> product -> 'doctor_types' then
    notes := notes || jsonb_build_object('doctor_types', 'Doctor types need ' || coalesce((
      select 'the industry ' || string_agg(name, ' or ' order by lower(name)) from public.industry_tags where has_doctor_types
    ), 'an industry that has them'));
  end if;
end
$$;

-- The fields of two products that differ: {field: [before, after]}. Tags and branding methods are compared without their order.
create function private.changed_fields(before jsonb, after jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, jsonb_build_array(former.value, present.value)), '{}')
    from jsonb_each(jsonb_strip_nulls(before)) as former full join jsonb_each(jsonb_strip_nulls(after)) as present using (key)
    where former.value is distinct from present.value and (
      key <> all ('{industries,themes,doctor_types,branding}') or former.value is null or not (former.value @> present.value and present.value @> former.value)
    )
  );
end
$$;

-- A list of a product as a report has it: branding methods by their names, and the pictures of colours by their positions.
create function private.reported_list(field text, rows jsonb, product jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case field
    when 'branding' then (
      select jsonb_agg((row - 'branding_method_id') || jsonb_build_object('name', method.name) order by method.name)
      from jsonb_array_elements(rows) as row join public.branding_methods as method on method.id = (row ->> 'branding_method_id')::uuid
    )
    when 'colours' then (
      select jsonb_agg(jsonb_strip_nulls((row - 'picture') || jsonb_build_object('picture_position', (
        select min(position) from jsonb_array_elements(private.pictures_of_product(product)) with ordinality as pictures (picture, position)
        where picture -> 'url' = row -> 'picture'
      ))) order by ordinality)
      from jsonb_array_elements(rows) with ordinality as listed (row, ordinality)
    )
    else rows
  end;
end
$$;

-- What a check reports of changed fields: {"changed", "removed": the fields that the row empties}. Texts to 100 characters, and of tags only
-- that they have changed.
create function private.report_of_changes(changed jsonb, item jsonb, before jsonb, after jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object('changed', coalesce(jsonb_object_agg(field, case
      when key in ('industries', 'themes', 'doctor_types', 'category_id', 'subcategory_id') then '[null, null]' else sides
    end), '{}'), 'removed', jsonb_agg(field) filter (
      where value -> 1 in ('null', '[]') and value -> 0 not in ('null', '[]') and (key <> 'pictures' or not item ? 'new_image')
    ))
    from jsonb_each(changed - array['image_widths', 'image_colour'] - case when item ? 'image_alt' then '{}' else array['image_alt'] end)
    cross join lateral regexp_replace(key, '_id$', '') as field
    cross join lateral (
      select jsonb_agg(case jsonb_typeof(side)
        when 'string' then to_jsonb(left(side #>> '{}', 100))
        when 'array' then coalesce(private.reported_list(key, side, case position when 1 then before else after end), '[]')
        else side
      end order by position) as sides
      from jsonb_array_elements(value) with ordinality as both_sides (side, position)
    ) as shortened
  );
end
$$;

-- What a row makes of a product, of which `before` has what it is: {"product", "notes", "created"}.
create function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  pictures record;
  product jsonb := before || private.fields_of_row(item, before);
  notes jsonb;
  created jsonb;
begin
  if item ?| array['image_url', 'stored_image', 'pictures'] then
    select * into pictures from private.pictures_of_row(item, before);
    product := product || pictures.fields;
    errors := errors || pictures.errors;
  end if;
  product := product || jsonb_build_object('colours', private.colours_of_row(product, before -> 'colours'));
  select * into product, notes, created from private.import_names(item, options, product);
  if coalesce(product ->> 'name', '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget must be one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;
  if errors <> '{}' then
    -- What the file was found to have wrong says more than what is missing for it.
    raise exception 'invalid row' using errcode = 'GW001', detail = notes || errors || coalesce(item -> 'errors', '{}');
  end if;
  return jsonb_build_object('product', private.settled_product(product), 'notes', notes, 'created', created);
end
$$;

-- Saves one row. Returns {"outcome", "product_id", "version", "former", "created", "notes", "changed", "removed"}; errors of its fields are
-- raised as GW001 with {field: sentence} as detail, so that what it created is rolled back.
create or replace function private.import_row(item jsonb, options jsonb, own_import_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  former_id constant uuid := private.product_of_row(item);
  before constant jsonb := private.product_as_json(former_id);
  unchanged constant jsonb := jsonb_strip_nulls(jsonb_build_object('outcome', 'unchanged', 'product_id', former_id));
  errors jsonb := coalesce(item -> 'errors', '{}');
  wanted jsonb;
  product jsonb;
  changed jsonb;
  saved uuid;
begin
  if former_id is null and item ? 'product_id' then
    return unchanged;
  elsif exists (
    select from public.import_rows where product_id = former_id and import_id = own_import_id and outcome in ('created', 'updated')
  ) then
    errors := errors || jsonb_build_object(case when item ? 'supplier_code' then 'supplier_code' else 'code' end, 'Another row of this file has this code');
  elsif former_id is not null and options -> 'update' is distinct from 'true' and errors = '{}' then
    return unchanged;
  end if;
  wanted := private.product_of_import(item, options, before, errors);
  changed := private.changed_fields(before, wanted -> 'product');
  if former_id is not null and changed = '{}' and not item ? 'new_image' then
    return unchanged || jsonb_build_object('notes', wanted -> 'notes');
  end if;
  product := (select coalesce(jsonb_object_agg(key, wanted #> array['product', key]), '{}') from jsonb_each(changed));
  perform private.check_product(product);
  saved := (private.put_products(jsonb_build_array(product || case when former_id is null then '{}' else jsonb_build_object('id', former_id) end)))[1];
  return jsonb_build_object(
    'outcome', case when former_id is null then 'created' else 'updated' end, 'product_id', saved, 'version', (select version from public.products where id = saved),
    'former', case when former_id is not null then before end, 'created', wanted -> 'created', 'notes', wanted -> 'notes'
  ) || case when former_id is not null and own_import_id is null then private.report_of_changes(changed, item, before, wanted -> 'product') else '{}' end;
end
$$;

-- The field of a row that a constraint refuses, with a sentence for the person: that of the error, if it has one.
create or replace function private.refused_field(refused text, sentence text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    coalesce(
      substring(refused from '^(?:products|product_terms)_(.*)_[a-z]+$'), substring(refused from '^product_(pictures|colours|parts|price_breaks)_'),
      case when sentence like 'The picture%' then 'image_url' else 'name' end
    ),
    coalesce(sentence, case
      when refused like '%code_unique' then 'Another product has this code'
      when refused ~ '^product_(colours|price_breaks)_.*(unique|pkey)$' then 'The same entry appears twice'
      when refused = 'products_lead_days_to_order' then 'The longest lead time must not be less than the shortest'
      when refused like '%\_range' then 'This is too small or too large'
      when refused like '%\_length' then 'This is too long'
      when refused = 'product_terms_hsn_form' then 'HSN must have 4, 6 or 8 digits'
      when refused like '%hex_form' then 'Write a colour like #b3402e'
    end, 'This was not accepted')
  )
$$;

-- Saves rows of a stored import: [{"number", "name", "code", "supplier", "supplier_code", "category", "subcategory", "industries":
-- [names], "themes", "doctor_types", "branding": [names, or {"name", "area", "colours"}], "budget", "video_url", "image_url",
-- "image_alt", "image_widths", "image_colour", "pictures", "is_sample", "is_featured", and the other facts and terms as save_product
-- takes them}]. Fields that are left out stay as they are, as does what a list does not say of a colour, picture or branding method
-- that stays; a row that comes with "errors" fails with them. "stored_image", of the row and of each of its "pictures", names a
-- picture that an earlier import has stored; in a dry run "new_image" tells that the row has one that is not stored yet.
-- Categories, tags and branding methods are found by their names whatever their case. A product is found by "product_id", else by
-- the supplier and its code, else by our code. A dry run writes nothing, and has the options {"update": true to change products that
-- are found, "create": {table: [names that may be created]}}. Of an updated product it returns "changed": {field: [before, after],
-- texts to 100 characters} and "removed": [fields that the row empties]; of any row "notes": {field: why it is left out}.
create or replace function private.import_products(rows jsonb, options jsonb default '{}', import_id uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  run public.imports;
  item jsonb;
  line jsonb;
  report jsonb := '[]'::jsonb;
  changed uuid[] := array[]::uuid[];
  refused_detail text;
  refused_constraint text;
begin
  perform private.require(private.is_admin(), 'You may not import products');
  perform private.require(
    case when jsonb_typeof(rows) = 'array' then jsonb_array_length(rows) <= 500 end,
    'Import at most 500 rows at a time, as a list', '22023'
  );
  -- Batches run one after the other, those of other imports included.
  perform private.lock_for_bulk_change('products', '{}');
  if import_id is not null then
    select * into run from public.imports where imports.id = import_id for update;
    perform private.require(
      run.id is not null and run.undone_at is null and not exists (select from public.deleted_records where id = run.id and record ? 'before'),
      'This import was undone or deleted', 'PT404'
    );
    options := run.options;
  end if;
  begin
    perform private.defer_product_search();
    for item in select value from jsonb_array_elements(rows) loop
      -- What another window has done meanwhile is left out.
      continue when import_id is not null and not exists (
        select from public.import_rows as stored
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer and stored.outcome is null
      );
      begin
        line := private.import_row(item, options, import_id);
      exception
        when sqlstate 'GW001' then
          get stacked diagnostics refused_detail = pg_exception_detail;
          line := jsonb_build_object('outcome', 'failed', 'errors', refused_detail::jsonb);
        when integrity_constraint_violation or data_exception then
          get stacked diagnostics refused_constraint = constraint_name;
          line := jsonb_build_object('outcome', 'failed', 'errors', private.refused_field(
            refused_constraint, case when sqlerrm not like '%constraint "%' and sqlstate not like '22%' then sqlerrm end
          ));
      end;
      report := report || (jsonb_build_object('number', item -> 'number', 'outcome', line -> 'outcome', 'errors', coalesce(line -> 'errors', '{}'))
        || coalesce((select jsonb_object_agg(key, value) from jsonb_each(line) where key in ('changed', 'removed', 'notes') and value not in ('null', '{}')), '{}'));
      if import_id is not null then
        update public.import_rows as stored set
          outcome = line ->> 'outcome', errors = coalesce(line -> 'errors', '{}'), notes = coalesce(line -> 'notes', '{}'), product_id = (line ->> 'product_id')::uuid,
          saved_version = (line ->> 'version')::integer, former = nullif(line -> 'former', 'null'),
          image_names = private.shown_image_names(line -> 'former', jsonb_build_object('product_pictures', coalesce(line #> '{former,pictures}', '[]')))
        where stored.import_id = run.id and stored.number = (item ->> 'number')::integer;
        run.created := run.created || coalesce(line -> 'created', '[]');
        if line ->> 'outcome' in ('created', 'updated') then
          changed := changed || (line ->> 'product_id')::uuid;
        end if;
      end if;
    end loop;
    if import_id is null then
      raise exception 'dry run' using errcode = 'GW002';
    end if;
    perform private.refresh_deferred_product_search(changed);
  exception
    when sqlstate 'GW002' then null;
  end;
  if changed <> '{}' then
    update public.imports set created = run.created where imports.id = run.id;
    insert into public.deleted_records (id, entity, scope, name, record, links, products)
    values (run.id, 'products', 'import', left('Import of ' || run.name, 200), '{}', '{}', cardinality(changed))
    on conflict (id) do update set products = deleted_records.products + excluded.products, deleted_at = excluded.deleted_at;
  end if;
  return report;
end
$$;

-- Deletes the categories and tags that an import created, but for those that have other products: [{"name", "reason"}].
create function private.delete_created_facets(undone uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  facet record;
  in_use jsonb;
  remains jsonb := '[]'::jsonb;
begin
  delete from public.subcategory_categories as added
  using public.imports, jsonb_array_elements(imports.created) as made
  where imports.id = undone and made ->> 'table' = 'subcategory_categories'
    and added.subcategory_id = (made ->> 'id')::uuid and added.category_id = (made ->> 'category')::uuid
    and not exists (select from public.products as product where product.subcategory_id = added.subcategory_id and product.category_id = added.category_id);
  for facet in
    select made ->> 'table' as name, (made ->> 'id')::uuid as id
    from public.imports, jsonb_array_elements(imports.created) with ordinality as listed (made, position)
    where imports.id = undone and made ->> 'table' <> 'subcategory_categories' order by made ->> 'table' = 'categories', position
  loop
    execute format(
      'delete from public.%I where id = $1 and not exists (select from private.product_search where facet_ids @> array[$1])
         and not exists (select from public.subcategory_categories where category_id = $1)',
      facet.name
    ) using facet.id;
    execute format('select jsonb_build_object(''name'', name, ''reason'', ''is in use'') from public.%I where id = $1', facet.name) into in_use using facet.id;
    remains := remains || coalesce(in_use, '[]');
  end loop;
  return remains;
end
$$;

-- Undoes an import: what it created is deleted, what it updated is as before; products that were changed since are left as
-- they are, as are categories and tags that have other products. One of more than 200 products goes in parts from its last row to its first,
-- so that each code is free again before its former product gets it back. Meanwhile "record" is {"before": the row where the
-- next part ends, "whole": what restores the deleted products}.
create or replace function private.undo_import(entry public.deleted_records) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := 200;
  is_in_parts constant boolean := entry.products > most or entry.record ? 'before';
  whole constant uuid := case when is_in_parts then coalesce((entry.record ->> 'whole')::uuid, gen_random_uuid()) end;
  part record;
  stays jsonb;
  remains jsonb;
begin
  perform private.require(private.is_admin(), 'You may not restore records');
  select coalesce(array_agg(number), '{}') as numbers, min(number) as first, coalesce(jsonb_agg(jsonb_build_object(
    'id', product_id, 'before', former, 'version', saved_version, 'published', 'true' in (record -> 'is_sample', former -> 'is_sample') is true
  ) order by number), '[]') as changes into part from (
    select * from public.import_rows
    where import_id = entry.id and outcome in ('created', 'updated') and (not entry.record ? 'before' or number < (entry.record ->> 'before')::integer)
    order by number desc limit case when is_in_parts then most end
  ) as latest;
  stays := private.put_back(part.changes, whole, case when is_in_parts then most end);
  -- An earlier import of what is now as that one left it can be undone next.
  update public.import_rows as earlier set saved_version = product.version
  from public.import_rows as undone join public.products as product on product.id = undone.product_id
  where undone.import_id = entry.id and undone.outcome = 'updated' and undone.number = any (part.numbers)
    and not stays @> jsonb_build_array(jsonb_build_object('id', product.id))
    and earlier.product_id = product.id and earlier.import_id <> entry.id
    and earlier.saved_version = (undone.former ->> 'version')::integer;
  update public.imports set stayed = (select coalesce(jsonb_agg(item order by position), '[]') from (
    select item - 'id' as item, position from jsonb_array_elements(stayed || stays) with ordinality as listed (item, position) limit 200
  ) as first_ones) where id = entry.id;
  if is_in_parts and exists (
    select from public.import_rows where import_id = entry.id and outcome in ('created', 'updated') and number < part.first
  ) then
    update public.deleted_records set products = entry.products - cardinality(part.numbers),
      record = jsonb_build_object('before', part.first, 'whole', whole)
    where id = entry.id;
    return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', jsonb_array_length(stays), 'left', greatest(entry.products - cardinality(part.numbers), 1));
  end if;
  remains := private.delete_created_facets(entry.id);
  update public.imports set undone_at = now(), stayed = stayed || remains where id = entry.id;
  delete from public.deleted_records where id = entry.id;
  return jsonb_build_object('name', entry.name, 'products', entry.products, 'left_out', jsonb_array_length(stays));
end
$$;

-- The domain of an address without subdomains, of "a.b.co.in" and "a.b.com" the last three and the last two parts; null at a public
-- mail host, and of what is no address.
create function private.own_domain(address text) returns text
language sql stable security definer set search_path = '' as $$
  select domain
  from (select rtrim(substring(lower(address) from '@([^@]*)$'), '.') as host) as part
  cross join lateral (
    select substring(host from '[^.]+\.(?:(?:ac|co|com|edu|firm|gen|gov|ind|net|nic|org|res)\.[a-z]{2}|[^.]+)$') as domain
  ) as registered
  where not exists (select from private.public_mail_domains as public_one where public_one.domain in (part.host, registered.domain))
$$;

-- The own domain of an account's address; null while that is not proven, and at a public mail host.
create function private.proven_domain(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select private.own_domain(users.email) from auth.users join public.profiles on profiles.id = users.id
  where users.id = account and address_proven_at is not null
$$;

-- The domain of the team that an account is in, asked of the present address each time; null without one.
create function private.team_of(account uuid) returns text
language sql stable security definer set search_path = '' as $$
  select member.domain
  from private.team_members as member join auth.users on users.id = member.user_id join public.profiles on profiles.id = member.user_id
  where member.user_id = account and member.since is not null and address_proven_at is not null and lower(users.email) = member.email
    and (member.added_by is not null or private.own_domain(users.email) = member.domain)
$$;

-- What the caller's team shares of baskets.
create function private.team_baskets() returns setof private.shared_baskets
language sql stable security definer set search_path = '' as $$
  select * from private.shared_baskets
  where domain = (select private.team_of(auth.uid())) and created_at > now() - interval '60 days'
$$;

-- {"domain": whose colleagues the caller may share with, "is_asked", "since": when the caller began to share, "delivery_places": the
-- caller's own, missing without any}; and for members "members": [{"email", "since"}], "gstin", "billing_address" and "baskets": [{"id",
-- "shared_by": null of one who left, "shared_at", "products", "is_own"}]. The domain is null of an address that is not proven, or of a public mail host.
create function private.my_company() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant text := coalesce(team, private.proven_domain(auth.uid()));
begin
  return jsonb_build_object(
    'domain', own, 'since', (select since from private.team_members where user_id = auth.uid() and team is not null),
    'is_asked', exists (
      select from private.team_members as member join auth.users on users.id = user_id and lower(users.email) = member.email where user_id = auth.uid()
    )
  ) || jsonb_strip_nulls(jsonb_build_object('delivery_places', (select places from private.delivery_places where user_id = auth.uid())))
  || case when team is null then '{}' else jsonb_build_object(
    'members', (
      select jsonb_agg(jsonb_build_object('email', users.email, 'since', member.since) order by member.since, users.email)
      from private.team_members as member join auth.users on users.id = user_id where member.domain = team and private.team_of(user_id) = team
    ),
    'gstin', (select gstin from private.teams where domain = team), 'billing_address', (select billing_address from private.teams where domain = team),
    'baskets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', basket.id, 'shared_by', case when private.team_of(user_id) = team then users.email end, 'shared_at', basket.created_at, 'products', products, 'is_own', user_id = auth.uid()
      ) order by basket.created_at desc, basket.id), '[]')
      from private.team_baskets() as basket join auth.users on users.id = user_id
    )
  ) end;
end
$$;

select private.expose('my_company',
  'The company that the caller may share with, or does: {"domain", "is_asked", "since"}, for members {"members", "gstin", "billing_address", "baskets"}; and the caller''s own "delivery_places".');

-- What the caller answers when asked to share, and leaving. What was shared stays with the team.
create function private.share_with_colleagues(shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  own constant text := private.proven_domain(auth.uid());
begin
  if shares and private.team_of(auth.uid()) is not null then
    return;
  end if;
  update private.team_members set since = null, added_by = null where user_id = auth.uid();
  perform private.require(
    own is not null or shares is not true, 'Only a confirmed address of your company''s own mail domain can share with colleagues', '22023'
  );
  insert into private.teams (domain) select own where shares on conflict (domain) do nothing;
  insert into private.team_members (user_id, domain, email, since)
  select id, own, lower(email), case when shares then now() end from auth.users where id = auth.uid() and own is not null
  on conflict (user_id) do update set domain = excluded.domain, email = excluded.email, since = excluded.since;
end
$$;

select private.expose('share_with_colleagues',
  'Begins to share with colleagues of the same domain, whose inquiries and quotations the caller sees then, or no longer does. For accounts whose address is proven, and not of a public mail host.');

-- For a person of another domain, as of an agency or of a company's second one; without a domain what staff gave is taken back.
create function private.add_to_team(contact uuid, domain text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  account uuid;
  address text;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  delete from private.team_members
  where added_by is not null and user_id = (select user_id from public.contacts where id = contact);
  if domain is null then
    return;
  end if;
  select users.id, lower(users.email) into account, address
  from public.contacts join public.profiles on profiles.id = contacts.user_id and address_proven_at is not null
  join auth.users on users.id = profiles.id and lower(users.email) = lower(contacts.email) where contacts.id = contact;
  perform private.require(account is not null, 'This person has no account with a confirmed address', '22023');
  perform private.require(
    exists (select from private.team_members as member where member.domain = add_to_team.domain and since is not null), 'No one shares at this domain yet', '22023'
  );
  insert into private.team_members as member (user_id, domain, email, since, added_by)
  values (account, add_to_team.domain, address, now(), private.display_name(auth.uid()))
  on conflict (user_id) do update set domain = excluded.domain, email = excluded.email, since = excluded.since, added_by = excluded.added_by;
end
$$;

select private.expose('add_to_team',
  'Lets the account of a contact share with the colleagues of a domain that is not its own, or no longer. For administrators and sales.');

create function private.save_company_details(gstin text, billing_address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
begin
  perform private.require(team is not null, 'You do not share with colleagues');
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  update private.teams as own set
    gstin = number, billing_address = private.cleaned_text('Billing address', save_company_details.billing_address, 400, false)
  where domain = team;
end
$$;

select private.expose('save_company_details', 'Stores the GSTIN and the billing address that the caller''s team proposes for its quotations. For its members.');

-- The same basket again is listed once, with its new date.
create function private.share_basket(basket text, products integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
begin
  perform private.require(team is not null, 'You do not share with colleagues');
  -- Baskets of one account wait for each other.
  perform from private.team_members where user_id = auth.uid() for update;
  delete from private.shared_baskets as stored where user_id = auth.uid() and stored.basket = share_basket.basket;
  perform private.require(
    20 > (select count(*) from private.shared_baskets where user_id = auth.uid() and created_at > now() - interval '60 days'), 'You share 20 baskets. Stop sharing one first.', '22023'
  );
  insert into private.shared_baskets (user_id, domain, basket, products) values (auth.uid(), team, share_basket.basket, share_basket.products);
end
$$;

select private.expose('share_basket',
  'Shows colleagues who share what the link of a basket carries, for 60 days: at most 20 of an account. For members of a team.');

create function private.open_shared_basket(id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select basket from private.team_baskets() as shared where shared.id = open_shared_basket.id
$$;

select private.expose('open_shared_basket',
  'What the link of a basket carries that the caller''s team shares, by its id in my_company(); null of any other.');

create function private.end_shared_basket(id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from private.shared_baskets as shared where shared.id = end_shared_basket.id and user_id = auth.uid()
$$;

select private.expose('end_shared_basket', 'Ends the sharing of a basket of the caller''s own; nothing for any other.');

-- They are the account's own, whether it shares or not.
create function private.save_delivery_places(places jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cleaned constant jsonb := private.cleaned_places(places, '{
    "title": ["Title", "text", 60], "recipient": ["Recipient", "name", 200], "phone": ["Phone", "text", 50], "address": ["Address", "name", 150],
    "city": ["City", "text", 48], "pin_code": ["PIN code", "text", 10]
  }');
begin
  delete from private.delivery_places where user_id = auth.uid() and cleaned = '[]';
  insert into private.delivery_places as stored (user_id, places) select auth.uid(), cleaned where cleaned <> '[]'
  on conflict (user_id) do update set places = excluded.places;
end
$$;

select private.expose('save_delivery_places',
  'Stores the caller''s own delivery places, at most 20: [{"title", "recipient", "phone", "address", "city", "pin_code"}].');

-- The same of a new token that a browser has chosen; null of one that opens something already, or did.
create function private.new_link_hash(token text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  new_hash constant text := private.link_hash(token);
begin
  return case when not exists (
    select from public.leads where link = new_hash
    union all select from public.outbox where links @> array[new_hash]
    union all select from private.erased_links where hash = new_hash
    union all select from public.quotation_links where hash = new_hash
  ) then new_hash end;
end
$$;

-- What led to a visit, as the sender's browser says: {"source", "medium", "campaign", "referrer", "landing_page"}. In a header, since the
-- row is what the sender has typed; null of what is no JSON.
create function private.sent_origin() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (nullif(current_setting('request.headers', true), '')::json ->> 'x-inquiry-origin')::jsonb;
exception
  when data_exception then
    return null;
end
$$;

-- Trims the texts of a lead, and gives it its reference. One from the API gets its id, date and sender from the server, and is answered by e-mail.
create or replace function private.normalize_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := private.is_sent_lead();
  origin constant jsonb := case when is_sent and tg_op = 'INSERT' then private.sent_origin() end;
begin
  if is_sent and tg_op = 'INSERT' then
    new.id := gen_random_uuid();
    new.created_at := now();
    new.sender_id := auth.uid();
    new.notice_at := case when new.notice_version is not null then now() end;
    new.erased_at := null;
    -- A header, so that the row is what the sender has typed.
    new.link := private.new_link_hash(nullif(current_setting('request.headers', true), '')::json ->> 'x-inquiry-link');
  end if;
  if tg_op = 'INSERT' and (is_sent or coalesce(new.reference, '') = '') then
    new.reference := private.number_series() || '-' || upper(left(new.id::text, 8));
  end if;
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  new.delivery_city := nullif(private.trimmed(new.delivery_city), '');
  new.referrer := substring(lower(coalesce(new.referrer, origin ->> 'referrer')) from '^(?:https?://)?(?:www\.)?([a-z0-9.-]{1,253})(?:[/:?#]|$)');
  new.source := coalesce(lower(private.cleaned_origin(coalesce(new.source, origin ->> 'source'))), new.referrer);
  new.medium := lower(private.cleaned_origin(coalesce(new.medium, origin ->> 'medium')));
  new.campaign := private.cleaned_origin(coalesce(new.campaign, origin ->> 'campaign'));
  new.landing_page := left(substring(coalesce(new.landing_page, origin ->> 'landing_page') from '^(?:/product/[^/?#]+|/[^/?#]*)'), 200);
  if tg_op = 'INSERT' and is_sent and not private.is_deliverable(new.email) then
    raise exception 'leads_email_form: write the e-mail address like name@company.com, without quotes, brackets and invisible characters, and its host in ASCII'
      using errcode = '23514';
  end if;
  return new;
end
$$;

-- Runs with its owner's rights, since the sender of a lead may not read any. Administrators are not limited.
create or replace function private.limit_leads() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- High, so that a client that enters another person's e-mail address does not block that person's leads; fewer from
  -- one client address are enough.
  for_one_email constant integer := 200;
  from_one_address constant integer := 300;
  for_one_email_from_one_address constant integer := 40;
  -- Those that differ between equal leads; addresses whatever their case.
  own_columns constant text[] := array['id', 'reference', 'created_at', 'email', 'search_text', 'link', 'notice_version', 'notice_language', 'notice_at', 'contact_id',
    'source', 'medium', 'campaign', 'referrer', 'landing_page'];
  -- Rows dated later come from a clock that was wrong and do not count.
  since constant timestamptz := new.created_at - interval '1 hour';
  until constant timestamptz := new.created_at + interval '1 minute';
  of_network constant text := private.client_network();
  is_duplicate boolean;
  -- The leads after which the limits are reached: the next one waits until an hour after them.
  last_free timestamptz;
begin
  if private.is_admin() then
    return new;
  end if;
  -- Serialises concurrent leads of one e-mail address, then those of one network.
  perform pg_advisory_xact_lock(hashtextextended('lead of ' || lower(new.email), 0));
  select
    coalesce(bool_or(
      latest.created_at > new.created_at - interval '10 minutes'
      and to_jsonb(latest) - own_columns = to_jsonb(new) - own_columns
    ), false),
    case when count(*) >= for_one_email then min(latest.created_at) end
  into is_duplicate, last_free
  from (
    select * from public.leads
    -- Without this statement's own row.
    where lower(email) = lower(new.email) and created_at > since and created_at < until and created_at <> new.created_at
    order by created_at desc
    limit for_one_email
  ) as latest;

  -- A duplicate of the same sender, sent again after a lost response or a double click, succeeds without a second row.
  if is_duplicate then
    return null;
  end if;
  if of_network is not null then
    perform pg_advisory_xact_lock(hashtextextended('leads from ' || of_network, 0));
    select greatest(last_free, max(nth.sent_at)) into last_free from (
      (
        select sent_at from private.sent_leads where network = of_network and sent_at > since and sent_at < until
        order by sent_at desc offset from_one_address - 1 limit 1
      ) union all (
        select sent_at from private.sent_leads
        where network = of_network and email = lower(new.email) and sent_at > since and sent_at < until
        order by sent_at desc offset for_one_email_from_one_address - 1 limit 1
      )
    ) as nth;
  end if;
  if last_free is not null then
    perform private.raise_too_many_requests(last_free + interval '1 hour' - new.created_at);
  end if;
  insert into private.sent_leads (network, email, sent_at)
  select of_network, lower(new.email), new.created_at where of_network is not null;
  return new;
end
$$;

-- The reference of the newest lead of the last day with exactly these texts and products, of the caller's own before others.
create or replace function private.inquiry_reference(
  name text, company text, email text, phone text, message text default null, selected_products text[] default null
) returns text
language sql stable set search_path = '' as $$
  select lead.reference from public.leads as lead
  where lower(lead.email) = lower(private.trimmed(inquiry_reference.email))
    and lead.created_at > now() - interval '1 day'
    and (lead.name, lead.company, lead.phone, lead.message, lead.selected_products) is not distinct from (
      private.trimmed(inquiry_reference.name), private.trimmed(inquiry_reference.company),
      private.trimmed(inquiry_reference.phone), nullif(private.trimmed(inquiry_reference.message), ''),
      inquiry_reference.selected_products
    )
  order by lead.sender_id is not distinct from auth.uid() desc, lead.created_at desc
  limit 1
$$;

-- Under the limits on leads; an equal one is not stored again. Runs with its owner's rights, since a sender learns no id to
-- write lines for.
-- Items are [{"id", "name", "quantity", "note", "colours": [{"name", "quantity"}]}]. Where colours have quantities, the line's is
-- their sum. The notice is the one that was shown, {"version", "language"} of privacy_notices_of('inquiry'), and is stored with the
-- time; marketing_consent is never needed. An account that shares with colleagues may share it with them.
create function private.send_inquiry(
  name text, company text, email text, phone text, items jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false,
  notice jsonb default null, marketing_consent boolean default false, shares boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  names text[];
  lines jsonb;
  stored public.leads;
  seen_version integer;
  seen_language text;
begin
  select * into names, lines from private.lines_of(items);
  select visible.version, visible.language into seen_version, seen_language from public.privacy_notices as visible
  where visible.form = 'inquiry' and visible.version::text = notice ->> 'version' and visible.language = notice ->> 'language';
  insert into public.leads as lead (
    name, company, email, phone, message, selected_products, needed_by, budget_per_gift, delivery_city, wants_branding, lines_hash,
    notice_version, notice_language, marketing_consent
  ) values (
    send_inquiry.name, send_inquiry.company, send_inquiry.email, send_inquiry.phone, send_inquiry.message, names,
    send_inquiry.needed_by, send_inquiry.budget_per_gift, send_inquiry.delivery_city,
    coalesce(send_inquiry.wants_branding, false), md5(lines::text)::uuid, seen_version, seen_language,
    coalesce(send_inquiry.marketing_consent, false)
  )
  returning lead.* into stored;
  if stored.id is null then
    return private.inquiry_reference(name, company, email, phone, message, names);
  end if;

  perform private.add_lines(stored.id, lines);
  insert into private.shared_inquiries (lead_id, domain)
  select stored.id, team from private.team_of(auth.uid()) as team where team is not null and send_inquiry.shares;
  return stored.reference;
end
$$;

select private.expose('send_inquiry',
  'Stores an inquiry with quantities as a lead, and gives its reference. The header x-inquiry-link is the token of its private page, at least 32 random characters; one in use is ignored. The items are its products, at most 1000, in order, of which only the name is required.');

-- Derives what is current from a lead's events. One that is opened is no longer new, until its state is set to new again. A lead
-- that is answered is in progress unless its state says more; one that is quoted, won, lost or withdrawn counts as answered.
create or replace function private.derive_handling(lead uuid) returns void
language sql set search_path = '' as $$
  with event as (
    select * from public.lead_events as listed
    where listed.lead_id = lead and not exists (
      select from public.lead_events as undoing
      where undoing.lead_id = lead and undoing.kind = 'undone' and undoing.value = listed.number::text
    )
  ),
  last_state as (select number, value from event where kind = 'state' order by number desc limit 1),
  present as (
    select
      coalesce(
        (select value from last_state where value <> 'new'),
        case when exists (select from event where kind = 'answered' and number > coalesce((select number from last_state), 0)) then 'in_progress' end,
        case when exists (select from event where kind = 'opened' and number > coalesce((select number from last_state), 0)) then 'opened' end,
        'new'
      ) as state,
      (select array[value] from event where kind = 'due' order by number desc limit 1) as due,
      (select count(*) from event where kind = 'note') as notes
  ),
  first_answer as (
    select created_at, case when value <> 'withdrawn' then actor_id end as actor_id from event, present
    where kind = 'answered'
      or kind = 'state' and value in ('quoted', 'won', 'lost', 'withdrawn') and present.state in ('quoted', 'won', 'lost', 'withdrawn')
    order by created_at, number limit 1
  )
  update public.lead_handling as handling
  set
    state = present.state,
    due_on = present.due[1]::date,
    answered_at = (select created_at from first_answer),
    answered_by = (select actor_id from first_answer),
    notes = present.notes
  from present
  where handling.lead_id = lead
$$;

-- Makes a lead a part of another one, which stands for it in lists; or no longer, without one.
create function private.merge_lead(lead uuid, target uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.lead_handling as other where other.lead_id = target and other.lead_id <> lead and other.merged_into is null for update;
  perform private.require(
    target is null or found and not exists (select from public.lead_handling as part where part.merged_into = lead),
    'Merge these leads the other way round: a lead that has merged inquiries cannot be merged into another', '22023'
  );
  update public.lead_handling as handling set merged_into = target where handling.lead_id = lead;
end
$$;

-- Ends the private links of a lead's buyer. Where they are not renewed, no e-mail with a new one is left to be sent.
create function private.end_lead_links(lead uuid, are_renewed boolean) returns void
language plpgsql set search_path = '' as $$
begin
  update public.leads set link = null where id = lead;
  update public.outbox set links = '{}' where lead_id = lead;
  delete from public.outbox
  where lead_id = lead and not are_renewed and kind = 'acknowledgement' and event_number is not null and state <> 'sent';
end
$$;

-- Takes back an answer, a state, an assignment or a merge of a lead, by the number of its event. What was done later stays.
create function private.undo_lead_event(lead uuid, event_number text) returns void
language plpgsql set search_path = '' as $$
declare
  undone text;
  assignee record;
begin
  select event.kind into undone from public.lead_events as event
  where event.lead_id = lead and event.kind in ('answered', 'state', 'assigned', 'merged') and event.number::text = event_number;
  perform private.require(undone is not null, 'This lead has no such answer', '22023');
  perform from public.lead_events as later where later.lead_id = lead and later.kind = undone and later.number > event_number::bigint;
  if undone = 'merged' and not found then
    update public.lead_handling as handling set merged_into = null where handling.lead_id = lead;
  elsif undone = 'assigned' and not found then
    select users.id, users.email into assignee
    from auth.users join public.profiles on profiles.id = users.id
    where (profiles.is_admin or profiles.is_sales) and users.email = (
      select event.value from public.lead_events as event
      where event.lead_id = lead and event.kind = 'assigned' and event.number < event_number::bigint order by event.number desc limit 1
    );
    update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
    update public.quotations as quotation set owner_id = former.owner_id, owner_email = former.owner_email
    from private.handed_quotations as former where former.event_number = undo_lead_event.event_number::bigint and quotation.id = former.quotation_id;
  end if;
end
$$;

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one). With the state lost go a
-- reason (price, date, product, other) and a note on it.
create function private.handle_lead(lead uuid, kind text, value text default null, reason text default null, note text default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  current public.lead_handling;
  input text := nullif(private.trimmed(value), '');
  is_lost constant boolean := kind = 'state' and private.trimmed(value) = 'lost';
  assignee auth.users;
  is_change boolean := true;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(
    reason is null or reason in ('price', 'date', 'product', 'other'), 'The reason of a lost lead is price, date, product or other', '22023'
  );
  -- Callers that handle the same lead wait for each other, and no others do.
  select * into current from public.lead_handling as handling where handling.lead_id = lead for update;
  perform private.require(found, 'This lead does not exist', 'PT404');
  perform private.require(
    kind not in ('due', 'note', 'answered', 'link') or exists (select from public.leads where id = lead and erased_at is null),
    'The details of this inquiry were erased', '22023'
  );

  case kind
    when 'opened' then
      input := null;
      is_change := current.state = 'new';
    when 'state' then
      perform private.require(input in ('new', 'in_progress', 'quoted', 'won', 'lost', 'spam'), 'A lead has no such state', '22023');
      is_change := input <> current.state or is_lost and reason is not null;
    when 'assigned' then
      select users.* into assignee
      from auth.users join public.profiles on profiles.id = users.id
      where users.id = input::uuid and (profiles.is_admin or profiles.is_sales);
      perform private.require(
        input is null or assignee.id is not null, 'Leads can only be assigned to administrators and sales', '22023'
      );
      is_change := assignee.id is distinct from current.assigned_to;
      update public.lead_handling as handling set assigned_to = assignee.id, assigned_email = assignee.email where handling.lead_id = lead;
      input := assignee.email;
    when 'due' then
      perform private.require(input::date between '2000-01-01' and '2999-12-31' is not false, 'This date is out of range', '22023');
      is_change := input::date is distinct from current.due_on;
      input := input::date::text;
    when 'note' then
      perform private.require(input is not null, 'A note needs a text', '22023');
    when 'answered' then
      perform private.require(input in ('email', 'whatsapp'), 'Leads can be answered by email or whatsapp', '22023');
    when 'link' then
      perform private.require(input in ('ended', 'renewed'), 'The links of a buyer are ended or renewed', '22023');
      perform private.end_lead_links(lead, input = 'renewed');
    when 'merged' then
      perform private.merge_lead(lead, input::uuid);
      is_change := input::uuid is distinct from current.merged_into;
    when 'undone' then
      perform private.undo_lead_event(lead, input);
    else
      raise exception 'This change of a lead is not supported' using errcode = '22023';
  end case;
  if not is_change then
    return null;
  end if;

  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value, reason, note)
  values (
    lead, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), kind, input,
    case when is_lost then reason end, case when is_lost then nullif(private.trimmed(note), '') end
  )
  returning event.number into stored;
  perform private.derive_handling(lead);
  perform private.give_quotations(array(
    select quotation.id from private.open_quotations() as quotation join private.inquiries_of_lead(lead) as part on part.id = quotation.lead_id
  ), assignee.id, stored) where assignee.id is not null;
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
end
$$;

select private.expose('handle_lead',
  'Adds to the history of a lead, for administrators and sales: opened, state, assigned, due, note, answered, merged, undone or link, with its value, and of the state lost with a reason and a note. The number of the event, or null where nothing changes.');

-- All or nothing, one lead after the other in the order of their ids, so that two who choose the same ones do not block each other. A change
-- of any number of leads is one of parts.
create function private.handle_leads(
  kind text, value text default null, ids uuid[] default null, words text default '', since timestamptz default null,
  before timestamptz default null, filters jsonb default '{}', reason text default null, note text default null,
  beyond uuid default null, most integer default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead uuid;
  input text;
  stored bigint;
  numbers bigint[] := array[]::bigint[];
  undone constant bigint[] := case when kind = 'undone' then string_to_array(value, ',')::bigint[] end;
  matching record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(kind in ('state', 'assigned', 'undone'), 'This change of several leads is not supported', '22023');
  if ids is null and undone is null then
    matching := private.leads_condition(words, since, before, null, coalesce(filters, '{}'));
    execute format(
      'select array(select handling.lead_id from %s where %s and ($4 is null or handling.lead_id > $4) order by handling.lead_id limit $5)',
      matching.source, matching.condition
    ) into ids using matching.patterns, since, before, beyond, most;
  end if;
  for lead, input in
    select listed.id, value from unnest(ids) as listed (id) where undone is null
    union
    select event.lead_id, event.number::text from public.lead_events as event
    where event.number = any (undone) and event.actor_id = auth.uid() and event.kind in ('state', 'assigned')
    order by 1
  loop
    stored := private.handle_lead(lead, kind, input, reason, note);
    numbers := case when stored is null then numbers else numbers || stored end;
  end loop;
  return jsonb_build_object('changed', cardinality(numbers), 'undo', nullif(array_to_string(numbers, ','), ''))
    || case when most is null then '{}' else jsonb_build_object('last', ids[most]) end;
end
$$;

select private.expose('handle_leads',
  'Does the same with many leads, as handle_lead: state, or assigned; of those with the ids, else of all that find_leads finds, at most "most" beyond one: {"changed", "undo", "last"}. The next part begins beyond "last"; undone takes "undo", numbers of events, null where nothing was changed.');

-- Gives the open leads, quotations and companies of a person to another one, or to no one; closed ones stay with who has closed them.
create or replace function private.hand_over(person uuid, successor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  with handed_over as (
    update public.lead_handling set assigned_to = successor, assigned_email = (select email from auth.users where id = successor)
    where assigned_to = person and state not in ('won', 'lost', 'withdrawn', 'spam') returning lead_id, assigned_email
  )
  insert into public.lead_events (lead_id, actor_id, actor_email, kind, value)
  select lead_id, auth.uid(), coalesce((select email from auth.users where id = auth.uid()), ''), 'assigned', assigned_email from handed_over;
  perform private.give_quotations(array(
    select id from private.open_quotations() where owner_id = person
    union select quotation.id from public.quotations as quotation join public.lead_handling as handling using (lead_id)
    where quotation.owner_id = person and quotation.state = 'declined' and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
  ), successor);
  update public.companies set owner_id = successor where owner_id = person;
end
$$;

-- Runs with its owner's rights, since it would read more rows under the policies. `offset 0` looks rows up one by one, by the
-- keys of the recent leads: joined plainly, the long tables would be read whole.
-- How many leads wait for an answer less than 8, 16, 24, 48 hours and longer; the median minutes until an answer, of the last 30
-- days; leads won and lost in each of the last six months; the eight products and industries of most leads of the last 90 days.
create or replace function private.lead_figures() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when private.is_staff() then jsonb_build_object(
    'waiting', (
      select jsonb_build_array(
        count(*) filter (where age < interval '8 hours'),
        count(*) filter (where age >= interval '8 hours' and age < interval '16 hours'),
        count(*) filter (where age >= interval '16 hours' and age < interval '24 hours'),
        count(*) filter (where age >= interval '24 hours' and age < interval '48 hours'),
        count(*) filter (where age >= interval '48 hours')
      )
      from (select now() - created_at as age from public.lead_handling where merged_into is null and answered_at is null and state <> 'spam') as waiting
    ),
    'median_minutes', (
      select round(percentile_cont(0.5) within group (order by extract(epoch from handling.answered_at - lead.created_at)) / 60)
      from public.leads as lead
      cross join lateral (select answered_at from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
      where lead.created_at > now() - interval '30 days' and handling.answered_at is not null
    ),
    'months', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'won', won, 'lost', lost) order by month)
      from date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month
      cross join lateral generate_series(this_month - interval '5 months', this_month, interval '1 month') as month
      cross join lateral (
        select
          count(*) filter (where last.value = 'won') as won,
          count(*) filter (where last.value = 'lost') as lost
        from public.lead_events as last
        cross join lateral (select state from public.lead_handling where lead_id = last.lead_id and merged_into is null offset 0) as handling
        where last.kind = 'state' and last.value in ('won', 'lost') and last.value = handling.state
          and last.created_at >= month at time zone 'Asia/Kolkata' and last.created_at < (month + interval '1 month') at time zone 'Asia/Kolkata'
          and last.number = (
            select number from public.lead_events as latest
            where latest.lead_id = last.lead_id and latest.kind = 'state' order by number desc limit 1
          )
      ) as settled
    ),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        select title, count(*) as leads
        from public.leads as lead
        cross join lateral (select from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
        cross join lateral (select distinct unnest(lead.selected_products) as title) as requested
        where lead.created_at > now() - interval '90 days'
        group by title order by leads desc, title limit 8
      ) as top
    ),
    'industries', (
      select coalesce(jsonb_agg(jsonb_build_object('name', title, 'leads', leads) order by leads desc, title), '[]')
      from (
        with requested as materialized (
          select lead.id, unnest(lead.selected_products) as title from public.leads as lead
          cross join lateral (select from public.lead_handling where lead_id = lead.id and merged_into is null offset 0) as handling
          where lead.created_at > now() - interval '90 days'
        ),
        tagged as materialized (
          select distinct titles.title, tag.name
          from (select distinct title from requested) as titles
          cross join lateral (select id from public.products where products.name = titles.title offset 0) as product
          cross join lateral (
            select industry_tag_id from public.product_industry_tags where product_id = product.id offset 0
          ) as link
          join public.industry_tags as tag on tag.id = link.industry_tag_id
        )
        select tagged.name as title, count(distinct requested.id) as leads
        from requested join tagged using (title)
        group by tagged.name order by leads desc, tagged.name limit 8
      ) as top
    )
  ) end;
end
$$;

-- What the caller's colleagues have sent and share.
create function private.colleagues_inquiries() returns setof public.leads
language sql stable security definer set search_path = '' as $$
  select lead.* from private.shared_inquiries as shared join public.leads as lead on lead.id = lead_id
  where domain = (select private.team_of(auth.uid())) and erased_at is null
    and sender_id is distinct from (select auth.uid()) and lead.id not in (select id from private.own_inquiries())
  order by created_at desc, id limit 200
$$;

-- A product of a line as it is now, to order it again. It is pictured in the first of the chosen colours that has a picture; "shades" are
-- all of these: [{"name", "image_url", "image_widths"}].
create function private.product_again(product public.products, colours jsonb) returns json
language sql stable set search_path = '' as $$
  select json_build_object(
    'id', product.id, 'name', product.name, 'image_url', coalesce(shades #>> '{0,image_url}', product.image_url),
    'image_widths', coalesce(shades #> '{0,image_widths}', to_jsonb(product.image_widths)), 'budget', product.budget, 'min_quantity', product.min_quantity,
    'colours', (select coalesce(json_agg(json_build_object('name', name) order by position), '[]') from public.product_colours where product_id = product.id),
    'shades', coalesce(shades, '[]')
  )
  from (
    select jsonb_agg(jsonb_build_object('name', shade.name, 'image_url', picture.url, 'image_widths', picture.widths) order by rank) as shades
    from jsonb_array_elements(colours) with ordinality as chosen (colour, rank)
    join public.product_colours as shade on shade.product_id = product.id and lower(shade.name) = lower(colour ->> 'name')
    join (
      select product.image_url, product.image_widths
      union all
      select url, widths from public.product_pictures where product_id = product.id
    ) as picture (url, widths) on picture.url = shade.picture
  ) as pictured
$$;

-- What the seller thinks of a lead stays with the seller: spam looks new, and lost closed. A visitor gets pictures of products
-- whose ids were sent, and of names that the preview shows; the link of an inquiry that an account has sent shows what it saw.
create or replace function private.inquiry_as_json(mine public.leads) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return json_build_object(
    'reference', mine.reference, 'created_at', mine.created_at, 'message', mine.message,
    'needed_by', mine.needed_by, 'budget_per_gift', mine.budget_per_gift, 'delivery_city', mine.delivery_city,
    'wants_branding', mine.wants_branding, 'marketing_consent', mine.marketing_consent, 'erased_at', mine.erased_at,
    'state', (
      -- A merged inquiry has the state of the lead that stands for it.
      select case state when 'spam' then 'new' when 'opened' then 'new' when 'won' then 'ordered' when 'lost' then 'closed' else state end
      from public.lead_handling
      where lead_id = coalesce((select own.merged_into from public.lead_handling as own where own.lead_id = mine.id), mine.id)
    ),
    'is_mailed', exists (select from public.outbox where lead_id = mine.id and kind = 'acknowledgement' and state = 'sent'),
    'artworks', private.artworks_with(mine.id),
    'lines', (
      select coalesce(json_agg(json_build_object(
        'name', line.name, 'quantity', line.quantity, 'note', line.note, 'colours', line.colours,
        'product', (
          select private.product_again(product, line.colours) from public.products as product
          where product.is_sample and (
            product.id = line.product_id
            or (not line.has_ids and product.name = line.name and (coalesce(auth.uid(), mine.sender_id) is not null or product.id::text in (
              select card ->> 'id' from json_array_elements(private.catalogue_page_of('{}') -> 'products') as card
            )))
          )
          order by product.created_at desc limit 1
        )
      ) order by line.position), '[]')
      from (
        select item.name, item.quantity, item.note, item.colours, item.product_id, true as has_ids, item.position::bigint
        from public.lead_items as item where item.lead_id = mine.id
        union all
        -- An inquiry without quantities holds names alone.
        select listed.name, null, null, null, null, false, listed.position
        from unnest(mine.selected_products) with ordinality as listed (name, position)
        where not exists (select from public.lead_items as item where item.lead_id = mine.id)
      ) as line
    )
  );
end
$$;

create function private.own_inquiry_as_json(mine public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(mine)::jsonb || jsonb_build_object('is_shared', exists (select from private.shared_inquiries where lead_id = mine.id))
$$;

-- What its sender has agreed to is the sender's alone.
create function private.colleagues_inquiry_as_json(shared public.leads) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.inquiry_as_json(shared)::jsonb || jsonb_build_object('marketing_consent', false, 'artworks', '[]'::jsonb, 'sent_by', shared.name)
$$;

create or replace function private.my_inquiries() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(inquiry order by created_at desc, id), '[]')
  from (
    select created_at, id, private.own_inquiry_as_json(mine) as inquiry from private.own_inquiries() as mine
    union all
    select created_at, id, private.colleagues_inquiry_as_json(shared) from private.colleagues_inquiries() as shared
  ) as listed
$$;

-- The inquiry of a link's token, or of a reference among the caller's own. Reading changes nothing, so a mail scanner may.
create or replace function private.linked_inquiry(token text) returns public.leads
language plpgsql stable security definer set search_path = '' as $$
declare
  linked public.leads;
begin
  select lead.* into linked from public.leads as lead
  where lead.id in (
    select id from public.leads where link = private.link_hash(token)
    union all select lead_id from public.outbox where links @> array[private.link_hash(token)]
    union all select lead_id from private.erased_links where hash = private.link_hash(token)
    union all select id from private.own_inquiries() where reference = upper(token)
  )
  order by lead.created_at desc limit 1;
  perform private.require(linked.id is not null, 'This link does not open an inquiry. It may have ended or been cut off.', 'PT404');
  return linked;
end
$$;

-- Of a colleague's reference what is shared. Else with the quotations that were accepted, which an erasure leaves: {"accepted_quotations": [{"number", "total_paise"}]}, without none.
create or replace function private.open_inquiry(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  lead public.leads;
begin
  select * into lead from private.colleagues_inquiries() as shared where shared.reference = upper(token);
  if found then
    return private.colleagues_inquiry_as_json(lead);
  end if;
  lead := private.linked_inquiry(token);
  return case when lead.id in (select id from private.own_inquiries()) then private.own_inquiry_as_json(lead) else private.inquiry_as_json(lead)::jsonb end || jsonb_strip_nulls(jsonb_build_object('accepted_quotations', (
    select jsonb_agg(jsonb_build_object('number', number, 'total_paise', total_paise) order by number)
    from public.quotations join public.quotation_versions on quotation_id = quotations.id where lead_id = lead.id and accepted is not null
  ))) || jsonb_build_object('samples', private.samples_as_json(lead.id));
end
$$;

-- The same addition again, after a lost answer, is not stored twice. Lines of names alone become lines that others can follow.
create or replace function private.add_to_inquiry(token text, items jsonb, message text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  names text[];
  lines jsonb;
  added text;
begin
  select * into names, lines from private.lines_of(items);
  perform private.require(cardinality(names) > 0, 'Choose a product first', '22023');
  perform private.require(
    cardinality(names) + coalesce(cardinality(lead.selected_products), 0) <= 1000, 'An inquiry may have at most 1000 products', '22023'
  );
  perform from public.lead_handling where lead_id = lead.id and state <> 'withdrawn' for update;
  -- Read again, since it may have been erased meanwhile.
  perform private.require(found and exists (select from public.leads where id = lead.id and erased_at is null), 'This inquiry was withdrawn: please send a new one.', '22023');
  select left(concat_ws(E'\n', string_agg(
    concat_ws(' × ', line ->> 2, line ->> 1) || coalesce((
      select ' in ' || string_agg((colour ->> 'name') || coalesce(' (' || (colour ->> 'quantity') || ')', ''), ' and ')
      from jsonb_array_elements(nullif(line -> 4, 'null')) as colour
    ), '') || coalesce(' (' || (line ->> 3) || ')', ''), ', ' order by position
  ), nullif(private.trimmed(add_to_inquiry.message), '')), 5000)
  into added from jsonb_array_elements(lines) with ordinality as listed (line, position);
  perform from public.lead_events
  where lead_id = lead.id and kind = 'added' and value = added and created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.lead_events
  where lead_id = lead.id and kind = 'added' and value not like 'Artwork%' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too many additions were made to this inquiry today. Please write to us.', '22023');

  perform private.add_lines(lead.id, (
    select jsonb_agg(jsonb_build_array(null, name, null, null) order by position)
    from unnest(lead.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items where lead_id = lead.id)
  ));
  perform private.add_lines(lead.id, lines);
  update public.leads set selected_products = coalesce(selected_products, '{}') || names where id = lead.id;
  perform private.record_buyer_event(lead, 'added', added);
end
$$;

-- Sharing ends for the team that sees it; anyone who has sent it may end it.
create function private.share_inquiry(reference text, shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant uuid := (
    select id from private.own_inquiries() as mine where mine.reference = upper(share_inquiry.reference) and erased_at is null limit 1
  );
begin
  perform private.require(own is not null and (team is not null or shares is not true), 'Only its sender can share an inquiry, and only with colleagues who also share');
  delete from private.shared_inquiries where lead_id = own;
  insert into private.shared_inquiries (lead_id, domain) select own, team where shares;
end
$$;

select private.expose('share_inquiry', 'Shares the inquiry of a reference among the caller''s own with the colleagues who share, or no longer.');

-- The states by the code that begins a GSTIN, and 96 for goods that leave India. Union territories without a legislature levy UTGST
-- in place of SGST. Places are the larger cities, and of 96 countries and cities abroad; a name that is also a person's, or a city's of
-- another state, is left out.
create function private.gst_states() returns table (code text, name text, levies_utgst boolean, places text)
language sql immutable set search_path = '' as $$
  values
    ('01', 'Jammu and Kashmir', false, 'Srinagar, Jammu'),
    ('02', 'Himachal Pradesh', false, 'Shimla, Baddi, Solan, Dharamshala'),
    ('03', 'Punjab', false, 'Ludhiana, Amritsar, Jalandhar, Patiala, Bathinda, Mohali'),
    ('04', 'Chandigarh', true, 'Chandigarh'),
    ('05', 'Uttarakhand', false, 'Dehradun, Haridwar, Roorkee, Haldwani, Rudrapur, Rishikesh, Pantnagar'),
    ('06', 'Haryana', false, 'Gurugram, Gurgaon, Faridabad, Panipat, Ambala, Karnal, Sonipat, Rohtak, Hisar, Panchkula, Manesar'),
    ('07', 'Delhi', false, 'Delhi, New Delhi'),
    ('08', 'Rajasthan', false, 'Jaipur, Jodhpur, Ajmer, Bikaner, Alwar, Bhiwadi, Bhilwara'),
    ('09', 'Uttar Pradesh', false, 'Lucknow, Kanpur, Noida, Greater Noida, Ghaziabad, Agra, Varanasi, Meerut, Prayagraj, Allahabad, Bareilly, Aligarh, Moradabad, Saharanpur, Gorakhpur, Jhansi'),
    ('10', 'Bihar', false, 'Patna, Gaya, Muzaffarpur, Bhagalpur'),
    ('11', 'Sikkim', false, 'Gangtok'),
    ('12', 'Arunachal Pradesh', false, 'Itanagar'),
    ('13', 'Nagaland', false, 'Kohima, Dimapur'),
    ('14', 'Manipur', false, 'Imphal'),
    ('15', 'Mizoram', false, 'Aizawl'),
    ('16', 'Tripura', false, 'Agartala'),
    ('17', 'Meghalaya', false, 'Shillong'),
    ('18', 'Assam', false, 'Guwahati, Dibrugarh, Silchar, Jorhat'),
    ('19', 'West Bengal', false, 'Kolkata, Calcutta, Howrah, Durgapur, Asansol, Siliguri, Kharagpur'),
    ('20', 'Jharkhand', false, 'Ranchi, Jamshedpur, Dhanbad, Bokaro'),
    ('21', 'Odisha', false, 'Bhubaneswar, Cuttack, Rourkela, Sambalpur'),
    ('22', 'Chhattisgarh', false, 'Raipur, Bhilai, Durg, Korba'),
    ('23', 'Madhya Pradesh', false, 'Indore, Bhopal, Jabalpur, Gwalior, Ujjain, Dewas'),
    ('24', 'Gujarat', false, 'Ahmedabad, Surat, Vadodara, Baroda, Rajkot, Gandhinagar, Bhavnagar, Jamnagar, Vapi, Ankleshwar, Bharuch'),
    ('26', 'Dadra and Nagar Haveli and Daman and Diu', true, 'Daman, Diu, Silvassa'),
    ('27', 'Maharashtra', false, 'Mumbai, Bombay, Pune, Poona, Nagpur, Thane, Navi Mumbai, Nashik, Nasik, Kolhapur, Solapur, Pimpri, Chinchwad, Vasai, Sangli, Amravati'),
    ('29', 'Karnataka', false, 'Bengaluru, Bangalore, Mysuru, Mysore, Mangaluru, Mangalore, Hubballi, Hubli, Belagavi, Belgaum, Dharwad, Tumakuru, Davanagere'),
    ('30', 'Goa', false, 'Goa, Panaji, Panjim, Margao, Vasco da Gama, Mapusa'),
    ('31', 'Lakshadweep', true, null),
    ('32', 'Kerala', false, 'Kochi, Cochin, Ernakulam, Thiruvananthapuram, Trivandrum, Kozhikode, Calicut, Thrissur, Kollam, Kannur, Palakkad, Kottayam'),
    ('33', 'Tamil Nadu', false, 'Chennai, Madras, Coimbatore, Madurai, Tiruchirappalli, Trichy, Salem, Tiruppur, Hosur, Erode, Vellore, Tirunelveli, Thoothukudi'),
    ('34', 'Puducherry', false, 'Puducherry, Pondicherry, Karaikal'),
    ('35', 'Andaman and Nicobar Islands', true, 'Port Blair'),
    ('36', 'Telangana', false, 'Hyderabad, Secunderabad, Warangal, Karimnagar, Nizamabad'),
    ('37', 'Andhra Pradesh', false, 'Visakhapatnam, Vizag, Vijayawada, Guntur, Tirupati, Nellore, Kakinada, Rajahmundry, Kurnool, Amaravati'),
    ('38', 'Ladakh', true, 'Leh, Kargil'),
    ('96', 'Other country', false, 'Singapore, China, Hong Kong, Shenzhen, Shanghai, Beijing, Guangzhou, Taiwan, Japan, Tokyo, South Korea, Vietnam, Thailand, Bangkok, Malaysia, Kuala Lumpur, Indonesia, Jakarta, Philippines, Nepal, Kathmandu, Bhutan, Bangladesh, Dhaka, Sri Lanka, Maldives, UAE, United Arab Emirates, Dubai, Abu Dhabi, Sharjah, Saudi Arabia, Riyadh, Qatar, Doha, Oman, Muscat, Kuwait, Bahrain, Israel, Russia, Moscow, Kazakhstan, Kyrgyzstan, Uzbekistan, Tajikistan, Turkmenistan, Belarus, Romania, United Kingdom, England, London, Ireland, Germany, Berlin, Frankfurt, Munich, France, Paris, Netherlands, Amsterdam, Belgium, Italy, Spain, Switzerland, Zurich, Sweden, USA, United States, New York, Canada, Toronto, Mexico, Brazil, Colombia, Ecuador, Australia, Sydney, Melbourne, New Zealand, South Africa, Kenya, Nairobi, Nigeria, Lagos, Egypt, Mauritius'),
    ('97', 'Other Territory', true, null)
$$;

-- The kind of a registration by its form, with a known code in front and its check digit; null of any other text. The forms are those
-- of the tax administration (developer.gst.gov.in, Returns). Ordinary and composition taxpayers, casual ones and input service
-- distributors share one. 96 and 99 begin the numbers of holders outside the states.
create function private.gstin_kind(value text) returns text
language sql immutable set search_path = '' as $$
  select kind from (values
    (1, '^[0-9]{2}[A-Z]{4}[0-9A-Z][0-9]{4}[A-Z][1-9A-Z]D[0-9A-Z]$', 'tax_deductor'),
    (2, '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]C[0-9A-Z]$', 'tax_collector'),
    (3, '^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z][Z1-9ABD-J][0-9A-Z]$', 'taxpayer'),
    (4, '^[0-9]{2}[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9A-Z]$', 'department'),
    (5, '^[0-9]{4}[A-Z]{3}[0-9]{5}NR[0-9A-Z]$', 'non_resident'),
    (6, '^[0-9]{4}[A-Z]{3}[0-9]{5}OS[0-9A-Z]$', 'online_services'),
    (7, '^[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[0-9A-Z]$', 'uin')
  ) as form (rank, pattern, kind)
  where value ~ pattern and left(value, 2) in (select code from private.gst_states() union all select '99')
    and right(value, 1) = (
      select substr(digits, ((36 - sum(product / 36 + product % 36) % 36) % 36)::integer + 1, 1)
      from (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ' as digits) as alphabet
      cross join lateral (
        select (strpos(digits, substr(value, index, 1)) - 1) * (2 - index % 2) as product from generate_series(1, 14) as index
      ) as weighted
      group by digits
    )
  order by rank limit 1
$$;

create or replace function private.is_gstin(value text) returns boolean
language sql immutable set search_path = '' as $$
  select case when value is not null then private.gstin_kind(value) is not null end
$$;

-- The states whose places a text names. The name of a place elsewhere is borne by a street ("Hosur Road, Bengaluru"), a bank ("Punjab
-- National Bank", "Bank of Baroda"), and the region around the capital, which is of four states ("Delhi NCR").
create function private.states_named(address text) returns setof text
language sql immutable set search_path = '' as $$
  -- Once, not for each of the places.
  with simplified as materialized (
    select ' ' || regexp_replace(regexp_replace(
      lower(address),
      '[a-z]+ +(?:(?:main +)?(?:road|rd|street|marg|nagar|colony|highway|bypass)|(?:(?:national|(?:&|and) +sind) +)?bank)(?![a-z])|bank +of +[a-z]+|delhi[^a-z0-9]*ncr(?![a-z])', '', 'g'
    ), '[^a-z]+', ' ', 'g') || ' ' as words
  )
  select distinct code
  from (select code, unnest(name || string_to_array(places, ', ')) as name from private.gst_states()) as named cross join simplified
  where strpos(words, ' ' || lower(name) || ' ') > 0
$$;

-- The state of the PIN codes in a text. Null where it has none, where they differ, where one is shared by states, where one of
-- several parts of the gifts ("60 to 2 Market Street") goes to a place without one, and where the text names a place of another state or
-- country. A single line of that form is a range of numbers in a street ("12 to 14 MG Road"). Codes of six digits are used abroad,
-- too: of a buyer there, one counts where the text also names a place of its state. The first digits are a region's (India Post, All
-- India Pincode Directory, data.gov.in): the narrowest range decides, and one without a state is shared.
create function private.state_of_pin(address text, is_abroad boolean default false) returns text
language sql immutable set search_path = '' as $$
  select state from (
    select max(state) as state
    from regexp_matches(address, '(?<![0-9])[1-9][0-9]{2} ?[0-9]{3}(?![0-9])', 'g') as found
    cross join lateral (select replace(found[1], ' ', '')::integer as pin) as number
    left join lateral (
      select state from (values
        (110000, 110999, '07'), (121000, 136999, '06'), (140000, 159999, '03'), (160000, 160049, '04'), (160050, 160099, '03'),
        (160100, 160199, '04'), (171000, 177999, '02'), (180000, 193999, '01'), (194000, 194999, '38'), (201000, 243999, '09'),
        (245000, 245999, '09'), (248000, 249999, '05'), (250000, 261999, '09'), (263000, 263999, '05'), (271000, 285999, '09'),
        (301000, 345999, '08'), (360000, 396999, '24'), (362500, 362599, null), (396200, 396299, null), (400000, 445999, '27'),
        (403000, 403999, '30'), (450000, 488999, '23'), (490000, 497999, '22'), (500000, 509999, '36'), (515000, 535999, '37'),
        (533464, 533464, '34'), (560000, 591999, '29'), (600000, 643999, '33'), (605000, 605999, null), (609600, 609699, null),
        (670000, 695999, '32'), (673310, 673310, '34'), (682550, 682559, '31'), (700000, 743999, '19'), (737000, 737999, '11'),
        (744000, 744999, '35'), (751000, 770999, '21'), (781000, 788999, '18'), (790000, 792999, '12'), (793000, 794999, '17'),
        (795000, 795999, '14'), (796000, 796999, '15'), (797000, 798999, '13'), (799000, 799999, '16'), (800000, 812999, '10'),
        (814000, 816999, '20'), (821000, 821999, '10'), (822000, 822999, '20'), (823000, 824999, '10'), (825000, 835999, '20'),
        (841000, 855999, '10')
      ) as range (first, last, state) where pin between first and last order by last - first limit 1
    ) as region on true
    having count(distinct coalesce(state, '')) = 1
  ) as found
  where (
    select count(*) < 2 or bool_and(part ~ '(?<![0-9])[1-9][0-9]{2} ?[0-9]{3}(?![0-9])')
    from regexp_split_to_table(address, E'\n') as part where part ~ '^[0-9,]+ to '
  ) and (select coalesce(bool_and(code = state), not is_abroad) from private.states_named(address) as code)
$$;

-- Where a buyer's gifts are delivered; null where it is not known, or no address is given.
create function private.delivered_in(buyer jsonb) returns text
language sql immutable set search_path = '' as $$
  select coalesce(buyer ->> 'delivery_state', private.state_of_pin(
    coalesce(buyer ->> 'delivery_address', buyer ->> 'delivery_city'), buyer ->> 'billing_state' is not distinct from '96'
  ))
$$;

-- The place of supply that follows from what is known of a buyer: {"state", "why"}, or null. A registered buyer is supplied in the
-- state of the GSTIN, also where the goods go elsewhere on the buyer's direction; another one, and the holder of a UIN, where they are
-- delivered, which is the billing address unless another place is named; a city counts where no address is given (sections 10(1)(b) and 10(1)(ca) of the IGST Act).
create function private.place_by_rule(buyer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('state', state, 'why', why)
  from (values
    (1, case when private.gstin_kind(buyer ->> 'gstin') not in ('uin', 'online_services') then nullif(left(buyer ->> 'gstin', 2), '96') end, 'gstin'),
    (2, private.delivered_in(buyer), 'delivery'),
    (3, case when coalesce(buyer ->> 'delivery_address', buyer ->> 'delivery_city') is null
      then nullif(coalesce(buyer ->> 'billing_state', private.state_of_pin(buyer ->> 'billing_address')), '96') end, 'billing')
  ) as rule (rank, state, why)
  where state in (select code from private.gst_states()) order by rank limit 1
$$;

-- Where the goods are supplied, the taxes that follow, and why; null where the place, or the seller's state, is not known. A state in
-- place of the rule's has a reason. Exports and supplies to a special economic zone are under a letter of undertaking (LUT), or with
-- payment of IGST (section 16 of the IGST Act). A seller without a GSTIN, or under composition, shows no tax.
-- seller {"gstin", "state", "is_composition", "lut": {"number", "valid_until"}, null unless it is valid}
-- buyer {"gstin", "billing_state", "billing_address", "delivery_state", "delivery_address", "delivery_city", "is_sez", "zero_rating": lut or igst, "place", "place_reason"}
-- returns {"state", "tax": none, zero, igst, cgst_sgst or cgst_utgst, "why", "supply": sez, export or null, "lut"}
create or replace function private.place_of_supply(seller jsonb, buyer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  with rule as materialized (select private.place_by_rule(buyer) as found)
  select jsonb_build_object(
    'state', place.state, 'tax', taxed.tax, 'why', place.why, 'supply', place.supply, 'lut', case when taxed.tax = 'zero' then seller -> 'lut' end
  )
  from private.gst_states() as own
  cross join rule
  cross join lateral (select found is null or buyer ->> 'place_reason' is not null as is_open) as choice
  cross join lateral (
    select state, why, case when state = '96' then 'export' when (buyer ->> 'is_sez')::boolean then 'sez' end as supply
    from (values
      (1, case when is_open then buyer ->> 'place' end, 'chosen'), (2, found ->> 'state', found ->> 'why')
    ) as each (rank, state, why)
    where state is not null order by rank limit 1
  ) as place
  cross join lateral (
    select case
      when seller ->> 'gstin' is null or (seller ->> 'is_composition')::boolean then 'none'
      when place.supply is not null then case
        when coalesce(buyer ->> 'zero_rating', case when seller ->> 'lut' is null then 'igst' end) = 'igst' then 'igst' else 'zero'
      end
      when place.state <> own.code then 'igst'
      when own.levies_utgst then 'cgst_utgst'
      else 'cgst_sgst'
    end as tax
  ) as taxed
  where own.code = coalesce(left(seller ->> 'gstin', 2), seller ->> 'state')
$$;

-- What the numbers of quotations and the references of leads begin with, also for a caller who may not read the seller's details.
create function private.number_series() returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select number_series from public.seller_profile), 'GW')
$$;

-- What was sent, and what was done, stays as it was. The arguments are the columns that may change all the same. No role of the API
-- changes or deletes any of it, although the secret key's has every grant; the owner's functions delete it with its person.
create or replace function private.freeze_quotation() returns trigger
language plpgsql set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated', 'service_role')
    or (tg_op = 'UPDATE' and to_jsonb(new) - tg_argv::text[] <> to_jsonb(old) - tg_argv::text[]) then
    raise exception 'Sent versions and past events of a quotation cannot be changed' using errcode = '42501';
  end if;
  return coalesce(new, old);
end
$$;

-- What a quotation says of its seller now, and what decides its taxes. The website's name and address stand in for missing ones.
create or replace function private.quotation_seller() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'legal_name', coalesce(profile.legal_name, site.name), 'address', coalesce(profile.address, site.contact_address),
    'gstin', profile.gstin, 'state', coalesce(left(profile.gstin, 2), profile.state),
    'is_composition', coalesce(profile.is_composition, false), 'bank_details', profile.bank_details,
    'credit_note', profile.credit_note, 'rounds_off', coalesce(profile.rounds_off, true), 'email', site.contact_email,
    'phones', array_remove(array[site.contact_phone, site.second_phone || coalesce(' (' || site.second_phone_label || ')', '')], null),
    'logo_url', site.logo_url, 'colour', site.colour_primary,
    'lut', case when profile.lut_number is not null and profile.lut_valid_until >= (now() at time zone 'Asia/Kolkata')::date then jsonb_build_object(
      'number', profile.lut_number, 'valid_until', profile.lut_valid_until
    ) end
  )
  from (values (true)) as one (row) left join public.seller_profile as profile on row left join public.site_settings as site on row
$$;

-- A choice with every part that counts: the line of each option of several, and the quantity of each line that counts and has several.
-- A part that is missing is the first.
create function private.whole_choice(content jsonb, choice jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'quantities', coalesce(jsonb_object_agg(id, case when index < offers then index else 0 end) filter (where offers > 1), '{}'),
    'options', coalesce(jsonb_object_agg(option, id) filter (where option is not null and alternatives > 1), '{}')
  )
  from (
    select
      line ->> 'id' as id, line ->> 'option' as option, jsonb_array_length(line -> 'quantities') as offers,
      coalesce(substring(choice -> 'quantities' ->> (line ->> 'id') from '^[0-3]$')::integer, 0) as index,
      count(*) over (partition by line ->> 'option') as alternatives,
      row_number() over (
        partition by line ->> 'option'
        order by line ->> 'id' = choice -> 'options' ->> (line ->> 'option') desc nulls last, position
      ) as turn
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  ) as ranked
  where turn = 1 or option is null
$$;

-- The whole choice with the smallest total. Lines are independent, so it is the cheapest quantity of each, and of an option the
-- cheapest line; of equal ones the first.
create function private.cheapest_choice(content jsonb, tax text) returns jsonb
language sql immutable set search_path = '' as $$
  with offer as (
    select line ->> 'id' as id, line ->> 'option' as option, position, number, amount + case
      when tax = 'igst' then round(amount * rate / 10000) when tax in ('cgst_sgst', 'cgst_utgst') then 2 * round(amount * rate / 20000) else 0
    end as total
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    cross join lateral jsonb_array_elements(line -> 'quantities') with ordinality as offered (offer, number)
    cross join lateral (
      select (offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0) as amount, coalesce((line ->> 'gst_rate')::numeric, 0) as rate
    ) as price
  ), cheapest as (
    select distinct on (position) * from offer order by position, total, number
  ), ranked as (
    select *, row_number() over (partition by option order by total, position) as turn from cheapest
  )
  select private.whole_choice(content, jsonb_build_object(
    'quantities', coalesce(jsonb_object_agg(id, number - 1), '{}'),
    'options', coalesce(jsonb_object_agg(option, id) filter (where option is not null and turn = 1), '{}')
  ))
  from ranked
$$;

-- A choice in words, "100 of Mug, Steel box": its first three parts, and how many more; null where there is nothing to choose.
create function private.choice_text(content jsonb, choice jsonb) returns text
language sql immutable set search_path = '' as $$
  select nullif(
    array_to_string(parts[1:3], ', ') || case when cardinality(parts) > 3 then format(' and %s more', cardinality(parts) - 3) else '' end, ''
  )
  from (
    select array_agg(
      coalesce((line -> 'quantities' -> (choice -> 'quantities' ->> (line ->> 'id'))::integer ->> 'quantity') || ' of ', '')
        || (line ->> 'name') || coalesce(' in ' || (line ->> 'colour'), '') order by position
    ) as parts
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    where choice -> 'quantities' ? (line ->> 'id') or choice -> 'options' ->> (line ->> 'option') = line ->> 'id'
  ) as chosen
$$;

-- The id of a key like those of public.daily_counts: "product:", "category:", "theme:" or "industry:" with an id, "band:" with a band.
create or replace function private.about_id(key text) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  perform private.require(
    key ~ '^(product|category|theme|industry):[0-9a-f-]{36}$' or key ~ '^band:.', 'Choose figures of a product, category, theme, industry or band', '22023'
  );
  return case when key like 'band:%' then private.facet_id(substr(key, 6)) else substr(key, strpos(key, ':') + 1)::uuid end;
end
$$;

-- A record with the fields of the rules and no others, texts trimmed, and empty ones null. Ends with a sentence that names the field
-- where a rule does not hold. rules {"field": ["label", "kind", limit]}
create or replace function private.cleaned_record(input jsonb, rules jsonb, subject text default '') returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  field record;
  trimmed_text text;
  kind text;
  problem text;
  value jsonb;
  cleaned jsonb := jsonb_build_object();
begin
  perform private.require(jsonb_typeof(input) = 'object', subject || 'is not a record', '22023');
  for field in select key, rule ->> 0 as label, rule ->> 1 as kind, (rule ->> 2)::numeric as most from jsonb_each(rules) as each (key, rule) loop
    value := input -> field.key;
    trimmed_text := nullif(private.trimmed(value #>> '{}'), '');
    kind := case when trimmed_text is null then 'null' else jsonb_typeof(value) end;
    problem := case
      when kind = 'null' then case field.kind when 'name' then 'is missing' end
      when field.kind = 'whole' then case
        when kind <> 'number' or (value #>> '{}')::numeric not between 0 and field.most or mod((value #>> '{}')::numeric, 1) <> 0
        then format('is a whole number from 0 to %s', field.most)
      end
      when field.kind = 'paise' then case
        when kind <> 'number' or (value #>> '{}')::numeric not between 0 and field.most or mod((value #>> '{}')::numeric, 1) <> 0
        then format('is an amount from Rs. 0 to Rs. %s crore', trim_scale(field.most / 1000000000))
      end
      when field.kind in ('truth', 'answer') then case when kind <> 'boolean' then 'is true or false' end
      when kind <> 'string' then 'is a text'
      when char_length(trimmed_text) > coalesce(field.most, 2000) then format('may have at most %s characters', coalesce(field.most, 2000))
      when field.kind = 'id' then case when trimmed_text !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then 'is a uuid' end
      when field.kind = 'day' then case
        when trimmed_text !~ '^[2][0-9]{3}-[0-9]{2}-[0-9]{2}$' or trimmed_text::date is null then 'is a day like 2026-12-31'
      end
      when field.kind = 'email' then case when not private.is_email_address(trimmed_text) then 'is an address like name@company.com' end
      when field.kind = 'state' then case when trimmed_text not in (select code from private.gst_states()) then 'is the code of a state' end
      when field.kind = 'zero_rating' then case when trimmed_text not in ('lut', 'igst') then 'is lut or igst' end
      when field.kind = 'hsn' then case when trimmed_text !~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$' then 'has 4, 6 or 8 digits' end
      when field.kind = 'image' then case
        when not (private.is_product_image_path(trimmed_text) or private.is_web_address(trimmed_text)) then 'is the address of a picture'
      end
    end;
    perform private.require(problem is null, format('%s%s %s', subject, field.label, problem), '22023');
    cleaned := cleaned || jsonb_build_object(field.key, case
      when kind = 'string' then to_jsonb(trimmed_text)
      when kind <> 'null' then value
      when field.kind in ('words', 'email') then to_jsonb(''::text)
      when field.kind = 'truth' then 'false'::jsonb
      else 'null'
    end);
  end loop;
  return cleaned;
end
$$;

-- What a choice of the buyer may not change: [line, field, sentence]. A quantity is offered once in a line, and a discount in rupees
-- is for a quotation without choices, since a buyer who takes less would get all of it.
create function private.problems_of_choices(content jsonb) returns table ("line" text, field text, problem text)
language sql immutable set search_path = '' as $$
  select item ->> 'id', 'quantity', format('%s offers %s twice', item ->> 'name', offer ->> 'quantity')
  from jsonb_array_elements(content -> 'lines') as item cross join jsonb_array_elements(item -> 'quantities') as offer
  group by item, offer ->> 'quantity' having count(*) > 1
  union all
  select null, 'discount', format(
    'A discount in rupees is for a quotation without choices: with %s it would be %s %%. Enter it in per cent, or as a price at each quantity',
    chosen, coalesce(trim_scale(round(least(100, (content #>> '{discount,paise}')::numeric * 100 / nullif(amount, 0)), 2)), 100)
  )
  from private.cheapest_choice(content, 'none') as cheapest
  cross join lateral (select
    private.choice_text(content, cheapest) as chosen,
    (private.quotation_figures(private.chosen_lines(content, cheapest), null, 'none', false) ->> 'amount')::numeric as amount
  ) as worst
  where content #> '{discount,paise}' is not null and chosen is not null
$$;

-- What is stored of content that staff give: with every field and no others. A GSTIN decides the state of the buyer. Amounts stay
-- within what a number of JavaScript holds exactly.
create or replace function private.cleaned_quotation(content jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  buyer jsonb := private.cleaned_record(content -> 'buyer', '{
    "name": ["Name", "words", 200], "company": ["Company", "words", 200], "email": ["E-mail", "email", 254], "phone": ["Phone", "words", 50],
    "gstin": ["Buyer''s GSTIN", "text", 40], "gstin_as_stated": ["Buyer''s GSTIN as stated", "truth"], "billing_address": ["Billing address", "text", 400], "billing_state": ["State of the billing address", "state"],
    "delivery_address": ["Delivery address", "text", 5000], "delivery_state": ["State of the delivery address", "state"],
    "is_sez": ["Special economic zone", "truth"], "zero_rating": ["Payment of IGST", "zero_rating"], "is_pharmaceutical": ["Pharmaceutical company", "answer"], "place": ["Place of supply", "state"],
    "place_reason": ["Reason for the place of supply", "text", 200], "delivery_city": ["Delivery city", "text", 100],
    "needed_by": ["Needed by", "day"]
  }', 'The buyer: ');
  discount constant jsonb := case when jsonb_typeof(content -> 'discount') = 'object' then jsonb_strip_nulls(private.cleaned_record(
    content -> 'discount', '{"percent": ["Discount in hundredths of a per cent", "whole", 10000], "paise": ["Discount", "paise", 1000000000000000]}'
  )) end;
  lines jsonb;
  refused text;
begin
  if private.is_gstin(buyer ->> 'gstin') and left(buyer ->> 'gstin', 2) not in ('96', '99') then
    buyer := buyer || jsonb_build_object('billing_state', left(buyer ->> 'gstin', 2));
  end if;
  perform private.require(
    case when jsonb_typeof(content -> 'lines') = 'array' then jsonb_array_length(content -> 'lines') <= 200 end,
    'A quotation may have at most 200 lines', '22023'
  );
  perform private.require(
    discount is null or (select count(*) = 1 from jsonb_object_keys(discount)), 'A discount is a percentage or an amount', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(line, '{
    "id": ["Id", "id"], "product_id": ["Product", "id"], "code": ["Code", "text", 100], "name": ["Name", "name", 200],
    "colour": ["Colour", "text", 200], "note": ["Note", "text", 500], "group": ["Group", "text", 60], "option": ["Option", "text", 60],
    "hsn": ["HSN", "hsn"], "gst_rate": ["GST rate in hundredths of a per cent", "whole", 10000], "is_charge": ["Charge", "truth"],
    "image_url": ["Picture", "image"]
  }', format('Line %s: ', position)) || jsonb_build_object('quantities', (
    select jsonb_agg(private.cleaned_record(offer, '{
      "quantity": ["Quantity", "whole", 1000000], "price_paise": ["Price", "paise", 100000000000]
    }', format('Line %s: ', position)) order by ordinality)
    from jsonb_array_elements(case when jsonb_typeof(line -> 'quantities') = 'array' then line -> 'quantities' else '[]' end)
      with ordinality as offered (offer, ordinality)
  )) order by position), '[]')
  into lines from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position);
  perform private.require(
    not exists (
      select from jsonb_array_elements(lines) as line
      where line ->> 'id' is null or jsonb_typeof(line -> 'quantities') <> 'array' or jsonb_array_length(line -> 'quantities') > 4
        or line @? '$.quantities[*] ? (@.quantity == null || @.quantity < 1)'
    ), 'A line needs an id and one to four quantities of at least 1', '22023'
  );
  perform private.require(
    (select count(distinct line -> 'id') = count(*) from jsonb_array_elements(lines) as line), 'Each line needs its own id', '22023'
  );
  perform private.require(
    1000000000000000 >= (
      select coalesce(sum((offer ->> 'quantity')::numeric * coalesce((offer ->> 'price_paise')::numeric, 0)), 0)
      from jsonb_array_elements(lines) as line cross join jsonb_array_elements(line -> 'quantities') as offer
    ), 'A quotation may amount to at most ten lakh crore rupees', '22023'
  );
  select choices.problem into refused from private.problems_of_choices(jsonb_build_object('discount', discount, 'lines', lines)) as choices limit 1;
  perform private.require(refused is null, refused, '22023');
  return private.cleaned_record(content, '{"message": ["Message", "text", 2000], "terms": ["Terms", "text", 5000], "price_reason": ["Reason for the price", "text", 500]}', 'The quotation: ')
    || jsonb_build_object('buyer', buyer, 'discount', discount, 'lines', lines)
    || case when content -> 'prints_mrp' = 'true' then '{"prints_mrp": true}' else '{}' end::jsonb;
end
$$;

-- A content as it is sent: its lines have the MRP of their products where the seller prints it, and nowhere else.
create function private.with_mrp(content jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select content || jsonb_build_object('lines', (
    select coalesce(jsonb_agg(line - 'mrp_paise' || case
      when content -> 'prints_mrp' = 'true' and mrp_paise > 0 then jsonb_build_object('mrp_paise', mrp_paise) else '{}'
    end order by position), '[]')
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    left join public.product_terms as terms on terms.product_id = (line ->> 'product_id')::uuid
  ))
$$;

-- The quotation that staff act on, locked, so that those who act on the same one wait for each other.
create or replace function private.staffs_quotation(quotation uuid, states text[] default null, action text default null) returns public.quotations
language plpgsql set search_path = '' as $$
declare
  current public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into current from public.quotations as listed where listed.id = quotation for update;
  perform private.require(found, 'This quotation does not exist', 'PT404');
  perform private.require(
    current.erase_on is null, 'The buyer''s details were erased: the legal copy of this quotation can only be printed', 'PT409'
  );
  if states is not null then
    perform private.require_quotation_state(current, states, action);
  end if;
  return current;
end
$$;

-- Stores cleaned content of a new quotation as its first draft, valid from today for as long as the profile says.
create or replace function private.start_quotation(lead uuid, content jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  started uuid;
begin
  insert into public.quotations (lead_id, owner_id, owner_email)
  select lead, id, email from auth.users where id = auth.uid() returning id into started;
  insert into public.quotation_versions (quotation_id, revision, content, valid_until)
  values (started, 1, content, private.default_validity());
  perform private.record_quotation_event(started, null, 'created');
  return started;
end
$$;

-- The inquiries that are one lead: the one that stands for the others, then those merged into it, the oldest first.
create function private.inquiries_of_lead(lead uuid) returns table (id uuid, rank bigint)
language sql stable security definer set search_path = '' as $$
  select part.lead_id, row_number() over (order by part.merged_into is not null, part.created_at, part.lead_id)
  from public.lead_handling as given
  join public.lead_handling as part on coalesce(given.merged_into, given.lead_id) in (part.lead_id, part.merged_into)
  join public.leads on leads.id = part.lead_id and leads.erased_at is null
  where given.lead_id = inquiries_of_lead.lead
$$;

-- What a lead asked for, as it stands beside a draft: [{"id", "reference", "created_at", "message", "needed_by", "budget_per_gift",
-- "delivery_city", "wants_branding", "lines": [{"name", "quantity", "note", "colours"}]}].
create function private.asked_by_lead(lead uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', inquiry.id, 'reference', inquiry.reference, 'created_at', inquiry.created_at, 'message', inquiry.message,
    'needed_by', inquiry.needed_by, 'budget_per_gift', inquiry.budget_per_gift, 'delivery_city', inquiry.delivery_city,
    'wants_branding', inquiry.wants_branding,
    'lines', coalesce((
      select json_agg(json_build_object('name', name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items where lead_id = inquiry.id
    ), (
      select json_agg(json_build_object('name', name, 'quantity', null, 'note', null, 'colours', null) order by position)
      from unnest(inquiry.selected_products) with ordinality as listed (name, position)
    ), '[]')
  ) order by part.rank), '[]')
  from private.inquiries_of_lead(lead) as part join public.leads as inquiry on inquiry.id = part.id
$$;

-- A line that has quantities by colour becomes one line for each of its colours. An inquiry without lines has the names of products.
create or replace function private.draft_quotation(lead uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  inquiry public.leads;
  buyer public.companies;
  drafted uuid;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  -- An erasure waits until the draft is stored, and erases it, too.
  select * into inquiry from public.leads where id = lead for share;
  perform private.require(found, 'This lead does not exist', 'PT404');
  perform private.require(inquiry.erased_at is null, 'The details of this inquiry were erased', '22023');
  select company.* into buyer from public.contacts join public.companies as company on company.id = company_id where contacts.id = inquiry.contact_id;
  select private.start_quotation(lead, private.cleaned_quotation(jsonb_build_object(
    'buyer', jsonb_build_object(
      'name', inquiry.name, 'company', inquiry.company, 'email', inquiry.email, 'phone', inquiry.phone, 'gstin', buyer.gstin, 'billing_address', buyer.billing_address,
      'delivery_city', inquiry.delivery_city, 'needed_by', inquiry.needed_by
    ),
    'terms', coalesce(buyer.terms, (select terms from public.seller_profile)),
    'lines', coalesce(jsonb_agg(jsonb_build_object(
      'id', gen_random_uuid(), 'product_id', product.id, 'code', product.code, 'name', line.name, 'note', line.note,
      'colour', left((select string_agg(colour ->> 'name', ', ' order by rank) from jsonb_array_elements(line.colours) with ordinality as chosen (colour, rank)), 200),
      'hsn', (select hsn from public.product_terms where product_id = product.id),
      'gst_rate', private.gst_rate_on(product.id, private.day_in_india(now())),
      'image_url', private.product_again(product, line.colours) ->> 'image_url',
      'quantities', jsonb_build_array(jsonb_build_object('quantity', coalesce(line.quantity, product.min_quantity, 1)))
    ) order by line.rank, line.position, line.ordinality), '[]')
  )))
  into drafted
  from (
    select part.rank, item.position::bigint, shade.ordinality, item.product_id, item.name, item.note,
      case when is_split then jsonb_build_array(shade.colour) else item.colours end as colours,
      case when is_split then (shade.colour ->> 'quantity')::integer else item.quantity end as quantity
    from private.inquiries_of_lead(lead) as part join public.lead_items as item on item.lead_id = part.id
    cross join lateral (select private.quantity_of_colours(item.colours) is not null as is_split) as kind
    cross join lateral jsonb_array_elements(case when is_split then item.colours else '[{}]' end) with ordinality as shade (colour, ordinality)
    union all
    select part.rank, listed.position, 1, (
      select products.id from public.products where products.name = listed.name order by created_at desc limit 1
    ), listed.name, null, null, null
    from private.inquiries_of_lead(lead) as part join public.leads on leads.id = part.id
    cross join lateral unnest(leads.selected_products) with ordinality as listed (name, position)
    where not exists (select from public.lead_items as item where item.lead_id = part.id)
    order by 1, 2, 3 limit 200
  ) as line
  left join public.products as product on product.id = line.product_id;
  return drafted;
end
$$;

create or replace function private.save_quotation(quotation uuid, content jsonb, valid_until date, saves integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  draft public.quotation_versions;
begin
  select * into draft from public.quotation_versions as version where version.quotation_id = current.id and version.sent_at is null;
  perform private.require(draft.id is not null, 'This quotation was sent: revise it first', 'PT409');
  perform private.require(draft.saves = save_quotation.saves, 'This quotation has changed since it was opened', 'PT409');
  perform private.require(
    save_quotation.valid_until between '2000-01-01' and '2999-12-31', 'Valid until must be a date from 2000 to 2999', '22023'
  );
  update public.quotation_versions as version
  set content = private.cleaned_quotation(save_quotation.content), valid_until = save_quotation.valid_until, saves = version.saves + 1
  where version.id = draft.id;
  return draft.saves + 1;
end
$$;

-- The lead is {"id", "reference", "company"}, the order {"id", "number"}, each version has "is_expired", and "offered_prices" is {line id: {"last", "breaks",
-- "cost_paise", "mrp_paise", "parts": [{"name", "gst_rate"}], "is_brand_reminder", "is_pharmaceutical"}}.
create or replace function private.quotation_details(quotation uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  latest public.quotation_versions;
  found_one public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into found_one from public.quotations where id = quotation;
  perform private.require(found, 'This quotation does not exist', 'PT404');
  select * into latest from public.quotation_versions where quotation_id = quotation order by revision desc limit 1;
  return json_build_object(
    'quotation', to_json(found_one), 'given', private.given_by_buyer(quotation),
    'lead', (
      select json_build_object('id', id, 'reference', reference, 'company', company) from public.leads where id = found_one.lead_id
    ),
    'company', (
      select json_build_object('id', company.id, 'name', company.name)
      from public.contacts join public.companies as company on company.id = company_id where contacts.id = found_one.contact_id
    ),
    'order', (select json_build_object('id', id, 'number', number) from public.orders where quotation_id = found_one.id),
    'inquiries', private.asked_by_lead(found_one.lead_id),
    'versions', (
      select json_agg(to_jsonb(version) || jsonb_build_object(
        'is_expired', version.sent_at is not null and version.valid_until < private.day_in_india(now())
      ) order by revision desc)
      from public.quotation_versions as version where quotation_id = quotation
    ),
    'events', (
      select coalesce(json_agg(event order by number), '[]') from public.quotation_events as event where quotation_id = quotation
    ),
    'links', (
      select coalesce(json_agg(json_build_object(
        'id', id, 'purpose', purpose, 'email', email, 'created_at', created_at, 'ended_at', ended_at
      ) order by created_at), '[]') from public.quotation_links where quotation_id = quotation
    ),
    -- By the lines of the latest version. Remembered is what the same product cost in the newest other quotation that was sent, of the
    -- same company before others.
    'offered_prices', (
      select coalesce(json_object_agg(line ->> 'id', json_build_object(
        'last', (
          select json_build_object(
            'price_paise', price -> 'quantities' -> 0 -> 'price_paise', 'quantity', price -> 'quantities' -> 0 -> 'quantity',
            'number', other.number, 'sent_at', version.sent_at, 'is_same_buyer', coalesce(buyer.company_id = (select company_id from public.contacts where id = other.contact_id), false)
          )
          from public.quotation_versions as version join public.quotations as other on other.id = version.quotation_id
          cross join lateral jsonb_array_elements(version.content -> 'lines') as price
          where version.sent_at is not null and version.quotation_id <> quotation
            and version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('product_id', line -> 'product_id'))
            and price -> 'product_id' = line -> 'product_id'
          order by buyer.company_id = (select company_id from public.contacts where id = other.contact_id) desc nulls last, version.sent_at desc limit 1
        ),
        'breaks', (
          select coalesce(json_agg(json_build_object('quantity', quantity, 'price_paise', price_paise) order by quantity), '[]')
          from public.product_price_breaks where product_id = (line ->> 'product_id')::uuid
        ),
        'cost_paise', (select cost_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        'mrp_paise', (select mrp_paise from public.product_terms where product_id = (line ->> 'product_id')::uuid),
        -- The rate of a part is that of the product with its name.
        'parts', (
          select coalesce(json_agg(json_build_object('name', part.name, 'gst_rate', private.gst_rate_on((
            select products.id from public.products where products.name = part.name order by created_at desc limit 1
          ), private.day_in_india(now()))) order by part.position), '[]')
          from public.product_parts as part where part.product_id = (line ->> 'product_id')::uuid
        ),
        'is_brand_reminder', coalesce((select is_brand_reminder from public.products where products.id = (line ->> 'product_id')::uuid), false),
        'is_pharmaceutical', exists (
          select from public.product_industry_tags
          where product_id = (line ->> 'product_id')::uuid and industry_tag_id = any (private.doctor_type_industries())
        )
      )), '{}')
      from jsonb_array_elements(latest.content -> 'lines') as line left join public.contacts as buyer on buyer.id = found_one.contact_id
      where line ->> 'product_id' is not null
    )
  );
end
$$;

-- The offer that is furthest below the cost of its product, after the discount: "500 of Mug in Red", without the quantity where the line has
-- one. Null where none is.
create function private.below_cost(content jsonb, figures jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select concat_ws(' of ', case when jsonb_array_length(line -> 'quantities') > 1 then offer ->> 'quantity' end, (line ->> 'name') || coalesce(' in ' || (line ->> 'colour'), ''))
  from jsonb_array_elements(content -> 'lines') as line
  join public.product_terms as terms on terms.product_id = (line ->> 'product_id')::uuid
  cross join lateral jsonb_array_elements(line -> 'quantities') as offer
  cross join lateral (select (offer ->> 'price_paise')::numeric * (1 - coalesce(
    (content #>> '{discount,percent}')::numeric / 10000, (figures ->> 'discount')::numeric / nullif((figures ->> 'amount')::numeric, 0), 0
  )) as price) as reduced
  where price < terms.cost_paise order by terms.cost_paise - price desc limit 1
$$;

-- What a discount takes off in per cent; null where there is none.
create function private.discount_percent(discount jsonb, figures jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce((discount ->> 'percent')::numeric / 100, (figures ->> 'discount')::numeric * 100 / nullif((figures ->> 'amount')::numeric, 0))
  where discount is not null
$$;

-- What of a buyer's place and registration blocks sending: [field, sentence].
create function private.problems_of_place(seller jsonb, buyer jsonb) returns table (field text, problem text)
language sql immutable set search_path = '' as $$
  with place as (
    select private.place_of_supply(seller, buyer) as supply, private.place_by_rule(buyer) ->> 'state' as by_rule, private.gstin_kind(buyer ->> 'gstin') as kind
  )
  select 'place', 'The place of supply is not known: enter the state or PIN code of the delivery, or choose the place of supply; with several delivery places, choose the one that decides' from place
  where supply is null and coalesce(left(seller ->> 'gstin', 2), seller ->> 'state') is not null
  union all
  select 'place_reason', 'Another place of supply needs a reason' from place
  where buyer ->> 'place' is not null and buyer ->> 'place_reason' is null and by_rule is not null and by_rule <> buyer ->> 'place'
  union all
  select 'place', 'The goods are delivered in India, so this is no export: choose the state of the delivery' from place
  where supply ->> 'state' = '96' and coalesce(private.delivered_in(buyer), by_rule) <> '96'
  union all
  select 'zero_rating', 'No letter of undertaking is valid today: choose “With payment of IGST”, or enter its number in Site Settings' from place
  where supply ->> 'tax' = 'zero' and supply ->> 'lut' is null
  union all
  select 'gstin', 'Check the buyer''s GSTIN, or confirm it as the buyer states it' from place
  where buyer ->> 'gstin' is not null and kind is null and (buyer ->> 'gstin_as_stated')::boolean is not true
$$;

-- What blocks sending on a day: [{"line": id or null, "field", "problem"}]. A seller who shows no tax needs no rates.
create or replace function private.problems_of_quotation(content jsonb, valid_until date, day date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with rules as (
    select
      seller, place ->> 'tax' as tax, profile.discount_limit, coalesce(profile.min_hsn_digits, 4) as hsn_digits, content -> 'buyer' as buyer,
      private.chosen_figures(content, '{}', seller) as figures
    from private.quotation_seller() as seller
    cross join lateral (select private.place_of_supply(seller, content -> 'buyer') as place) as supply
    left join public.seller_profile as profile on true
  ), line as (
    select item, position, item ->> 'name' || coalesce(' in ' || (item ->> 'colour'), '') as name
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (item, position)
  ), problem as (
    select 0 as position, null as line, 'lines' as field, 'A quotation needs at least one line' as problem where not exists (select from line)
    union all
    select 0, null, 'email', 'The buyer has no e-mail address that can be reached' from rules where not private.is_deliverable(buyer ->> 'email')
    union all
    select 0, null, 'seller', 'The state of the seller is missing: an administrator sets it in Site Settings' from rules
    where coalesce(left(seller ->> 'gstin', 2), seller ->> 'state') is null
    union all
    select position, item ->> 'id', 'price_paise', format('%s has no price', name) from line where item @? '$.quantities[*] ? (@.price_paise == null)'
    union all
    select position, item ->> 'id', 'gst_rate', format('The GST rate of %s is not known', name)
    from line cross join rules where item ->> 'gst_rate' is null and tax is distinct from 'none'
    union all
    select position, item ->> 'id', 'hsn', format('%s needs an HSN of at least %s digits', name, hsn_digits)
    from line cross join rules
    where coalesce(char_length(item ->> 'hsn'), 0) < hsn_digits and item -> 'is_charge' is distinct from 'true' and tax is distinct from 'none'
    union all
    select 1000, null, 'discount', format('A discount above %s %% needs an administrator', discount_limit::real) from rules
    where private.discount_percent(content -> 'discount', figures) > discount_limit and not private.is_admin()
    union all
    select 1000, null, 'price_reason', reason from rules
    cross join lateral (select coalesce(
      private.below_cost(content, figures) || ' is below its cost: give a reason for the price',
      case
        when private.discount_percent(content -> 'discount', figures) > discount_limit and private.is_admin()
        then format('More than %s %% off: give a reason for the price', discount_limit::real)
      end
    ) as reason) as asked
    where content ->> 'price_reason' is null and reason is not null
    union all
    select 1001, null, 'valid_until', 'Valid until is in the past' where valid_until < day
    union all
    select 1002, null, place.field, place.problem from rules cross join private.problems_of_place(seller, buyer) as place
    union all
    select 1003, choices.line, choices.field, choices.problem from private.problems_of_choices(content) as choices
    union all
    -- A quotation whose prices are not known yet has no total.
    select 1004, null, 'total', concat('The total is zero', ' with ' || private.choice_text(content, cheapest)) from rules
    cross join private.cheapest_choice(content, tax) as cheapest
    where not content @? '$.lines[*].quantities[*] ? (@.price_paise == null)' and exists (select from line)
      and (private.quotation_figures(private.chosen_lines(content, cheapest), content -> 'discount', tax, (seller ->> 'rounds_off')::boolean) ->> 'total')::numeric <= 0
  )
  select coalesce(jsonb_agg(jsonb_build_object('line', line, 'field', field, 'problem', problem) order by position, field), '[]') from problem
$$;

create or replace function private.quotation_problems(content jsonb, valid_until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select private.problems_of_quotation(private.cleaned_quotation(content), valid_until, private.day_in_india(now()))
$$;

-- The next number of quotations or orders, whose kind is a sign before the year: of the financial year of India in which an instant is.
-- A transaction that fails gives its number back: the row of the year is locked until then.
create function private.next_number(counters regclass, kind text, at timestamptz) returns text
language plpgsql set search_path = '' as $$
declare
  begins constant smallint := extract(year from (at at time zone 'Asia/Kolkata') - interval '3 months');
  next text;
begin
  execute format(
    'insert into %s as counter (year, last) values ($1, 1) on conflict (year) do update set last = counter.last + 1 returning counter.last', counters
  ) into next using begins;
  return private.number_series() || kind
    || to_char(begins % 100, 'FM00') || to_char((begins + 1) % 100, 'FM00') || '/' || lpad(next, greatest(4, char_length(next)), '0');
end
$$;

-- One instant decides number, financial year and date. A version that was sent before is answered as it was then, without a second
-- e-mail: the number of saves tells which one the caller means, since revisions count on.
create or replace function private.send_quotation_at(quotation uuid, saves integer, mails boolean, rates_checked boolean, at timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  current public.quotations := private.staffs_quotation(quotation);
  version public.quotation_versions;
  seller constant jsonb := private.quotation_seller();
  day constant date := private.day_in_india(at);
  problem text;
  stored jsonb;
begin
  select * into version from public.quotation_versions as listed where listed.quotation_id = current.id and listed.saves = send_quotation_at.saves;
  perform private.require(version.id is not null, 'This quotation has changed since it was opened', 'PT409');
  if version.sent_at is null then
    perform private.require_quotation_state(current, '{draft,sent,change_asked,declined}', 'sent');
    problem := private.problems_of_quotation(version.content, version.valid_until, day) #>> '{0,problem}';
    perform private.require(problem is null, problem, '22023');
    select format('The GST rate of %s is %s %% now, and %s %% in this quotation', line ->> 'name', rate / 100.0::real, (line ->> 'gst_rate')::integer / 100.0::real)
    into problem
    from jsonb_array_elements(version.content -> 'lines') as line
    cross join lateral private.gst_rate_on((line ->> 'product_id')::uuid, day) as rate
    where rate <> (line ->> 'gst_rate')::integer limit 1;
    if problem is not null and rates_checked is not true then
      raise exception using message = problem, errcode = '22023', hint = 'rates_checked';
    end if;

    version.content := private.with_mrp(version.content);
    current.number := coalesce(current.number, private.next_number('private.quotation_numbers', '', at));
    stored := jsonb_build_object(
      'seller', seller, 'place', private.place_of_supply(seller, version.content -> 'buyer'),
      'choice', private.whole_choice(version.content, '{}'), 'figures', private.chosen_figures(version.content, '{}', seller)
    );
    update public.quotation_versions as sending set
      sent_at = at, content = version.content, frozen = stored, sha256 = encode(sha256(convert_to(jsonb_build_object(
        'number', current.number, 'revision', version.revision, 'content', version.content, 'frozen', stored
      )::text, 'UTF8')), 'hex')
    where sending.id = version.id;
    update public.quotations as sending set number = current.number, state = 'sent' where sending.id = current.id;
    perform private.record_quotation_event(current.id, version.id, 'sent', jsonb_build_object('revision', version.revision));
    if mails then
      insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation', version.content #>> '{buyer,email}');
    end if;
  end if;
  return jsonb_build_object(
    'number', current.number, 'revision', version.revision, 'version_id', version.id,
    'token', case when mails is not true then private.make_quotation_link(version) end
  );
end
$$;

create or replace function private.extend_quotation(quotation uuid, valid_until date) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked}', 'extended');
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(
    extend_quotation.valid_until between greatest(version.valid_until, private.day_in_india(clock_timestamp())) and '2999-12-31',
    'Extend to a later date that is not in the past', '22023'
  );
  update public.quotation_versions as extended set valid_until = extend_quotation.valid_until where extended.id = version.id;
  -- More time may be the change that was asked for.
  update public.quotations as extended set state = 'sent' where extended.id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'extended', jsonb_build_object(
    'from', version.valid_until, 'until', extend_quotation.valid_until
  ));
end
$$;

create or replace function private.withdraw_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'withdrawn');
begin
  update public.quotations as withdrawn set state = 'withdrawn' where withdrawn.id = current.id;
  perform private.record_quotation_event(
    current.id, (private.sent_version(quotation)).id, 'withdrawn', jsonb_build_object('text', private.cleaned_text('The reason', reason, 2000, false))
  );
end
$$;

-- Also after its validity, since the buyer has said so by other means.
create or replace function private.accept_quotation_for_buyer(quotation uuid, choice jsonb, name text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation, '{sent,change_asked,declined}', 'accepted');
  version constant public.quotation_versions := private.sent_version(quotation);
  acceptance constant jsonb := jsonb_build_object(
    'choice', private.required_choice(version.content, choice),
    'figures', private.accepted_figures(version, choice), 'name', private.cleaned_text('The name', name, 2000),
    'note', private.cleaned_text('The note', note, 2000), 'at', clock_timestamp(), 'by', 'seller'
  );
begin
  update public.quotation_versions set accepted = acceptance where id = version.id;
  update public.quotations set state = 'accepted' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'accepted', acceptance - array['choice', 'figures', 'at', 'by']);
  perform private.begin_order(current.id);
end
$$;

-- The history keeps what was accepted.
create or replace function private.reopen_quotation(quotation uuid, reason text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(current.state in ('accepted', 'declined'), 'Only an accepted or declined quotation can be reopened', 'PT409');
  perform private.end_order(current.id) where current.state = 'accepted';
  update public.quotation_versions set accepted = null where id = version.id;
  update public.quotations set state = 'sent' where id = current.id;
  perform private.record_quotation_event(current.id, version.id, 'reopened', jsonb_build_object(
    'text', private.cleaned_text('The reason', reason, 2000), 'accepted', version.accepted
  ));
end
$$;

create or replace function private.answer_quotation(quotation uuid, "text" text, line uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  version constant public.quotation_versions := private.sent_version(quotation);
begin
  perform private.require(version.id is not null, 'A quotation has no comments before it is sent', 'PT409');
  perform private.require(
    line is null or version.content -> 'lines' @> jsonb_build_array(jsonb_build_object('id', line)), 'This line is not in the quotation', '22023'
  );
  perform private.record_quotation_event(current.id, version.id, 'comment', jsonb_build_object(
    'text', private.cleaned_text('The answer', "text", 2000), 'line', line
  ));
end
$$;

-- The lines of the versions in force of some quotations. Each is found by its index, whatever the number of quotations and products.
create function private.lines_in_force(quotations uuid[]) returns setof private.quotation_lines
language sql stable set search_path = '' as $$
  select
    version.quotation_id, position::smallint, product_id, (select category_id from public.products where id = product_id), coalesce(line ->> 'name', ''),
    coalesce((line ->> 'quantity')::integer, 1), coalesce((figure ->> 'taxable')::bigint, 0), coalesce((figure ->> 'total')::bigint, 0),
    (select cost_paise from public.product_terms as terms where terms.product_id = counted.product_id)
  from unnest(quotations) as quotation
  cross join lateral (
    select * from public.quotation_versions where quotation_id = quotation and sent_at is not null order by revision desc limit 1
  ) as version
  cross join lateral jsonb_array_elements(
    private.chosen_lines(version.content, coalesce(version.accepted -> 'choice', version.frozen -> 'choice', '{}'))
  ) with ordinality as chosen (line, position)
  cross join lateral (
    select
      (line ->> 'product_id')::uuid as product_id,
      coalesce(version.accepted -> 'figures', version.frozen -> 'figures') #> array['lines', (position - 1)::text] as figure
  ) as counted
$$;

-- Runs with its owner's rights, since no role of the API may write lines.
create function private.put_quotation_lines() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.quotation_lines where quotation_id = new.quotation_id;
  insert into private.quotation_lines select * from private.lines_in_force(array[new.quotation_id]);
  return null;
end
$$;

-- Whether the caller may see what the seller earns: administrators, and whom they allow.
create function private.sees_margin() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_admin() or private.is_staff() and exists (
    select from public.profiles where profiles.id = (select auth.uid()) and profiles.sees_margin
  )
$$;

create function private.set_margin_right(person uuid, is_allowed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can manage people');
  update public.profiles set sees_margin = coalesce(is_allowed, false) where id = person and (is_admin or is_sales);
  perform private.require(found, 'This person no longer has access', 'PT404');
end
$$;

select private.expose('set_margin_right', 'Whether a person of sales sees the margins of quotations. For administrators, who always do.');

-- What lines leave above the costs that are known, without GST; null where none is.
create function private.margin_of(quotation uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select sum(taxable_paise - quantity * cost_paise)::bigint from private.quotation_lines where quotation_id = margin_of.quotation
$$;

-- One row a quotation: of the version in force, else of the draft. Expired is computed, by the day in India.
create or replace view private.quotation_rows with (security_invoker = true) as
select
  quotation.id, quotation.number, version.revision, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name,
  version.total_paise,
  case when quotation.state = 'sent' and version.valid_until < private.day_in_india(now()) then 'expired' else quotation.state end as state,
  version.valid_until, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.created_at, version.sent_at,
  to_char((version.accepted ->> 'at')::timestamptz at time zone 'Asia/Kolkata', 'YYYY-MM') as won_in,
  lower(concat_ws(
    ' ', quotation.number || '-R' || version.revision, version.content #>> '{buyer,company}',
    -- No one finds an erased person by their name.
    case when quotation.erase_on is null then concat_ws(
      ' ', version.content #>> '{buyer,name}', version.content #>> '{buyer,email}', version.content #>> '{buyer,phone}'
    ) end,
    jsonb_path_query_array(version.content, '$.lines[*].name')
  )) as search_text,
  private.day_in_india((version.accepted ->> 'at')::timestamptz) as won_on, quotation.contact_id
from public.quotations as quotation
cross join lateral (
  select * from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
) as version;

-- Why a lead was lost: as staff have said, else as its buyer declined the last quotation; "none" where no one has said.
create or replace function private.reason_of_lead(lead uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select event.reason from public.lead_events as event
    where event.lead_id = lead and event.kind = 'state' and event.value = 'lost' and not exists (
      select from public.lead_events as undoing
      where undoing.lead_id = lead and undoing.kind = 'undone' and undoing.value = event.number::text
    )
    order by event.number desc limit 1
  ), (
    select event.value ->> 'reason' from public.quotations as quotation join public.quotation_events as event on event.quotation_id = quotation.id
    where quotation.lead_id = lead and event.kind = 'declined' order by event.number desc limit 1
  ), 'none')
$$;

-- How quotations that were begun in the last 365 days were decided, and the median days from the sending to the acceptance. By these
-- open ones are weighed.
create function private.acceptance(out accepted integer, out declined integer, out expired integer, out days integer)
language sql stable security definer set search_path = '' as $$
  select
    count(*) filter (where state = 'accepted'), count(*) filter (where state = 'declined'), count(*) filter (where state = 'expired'),
    round(coalesce(percentile_cont(0.5) within group (order by won_on - private.day_in_india(sent_at)) filter (where state = 'accepted'), 0))
  from private.quotation_rows
  where created_at >= (private.day_in_india(now()) - 364)::timestamp at time zone 'Asia/Kolkata'
$$;

-- The month in which an open quotation is likely to be accepted: as many days after its sending as accepted ones took, and not in the past.
create function private.likely_month(sent_at timestamptz, days integer) returns text
language sql stable set search_path = '' as $$
  select to_char(greatest(private.day_in_india(now()), private.day_in_india(coalesce(sent_at, now())) + days), 'YYYY-MM')
$$;

-- What buyers have answered and the seller has to settle: a change that they asked for, a decline whose lead is still open, and an
-- acceptance of the last 30 days that no comment or reply has answered since.
create function private.unsettled_quotations() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select quotation.id
  from public.quotations as quotation
  left join public.lead_handling as own on own.lead_id = quotation.lead_id
  left join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  where (select private.is_staff()) and quotation.erase_on is null and (
    quotation.state = 'change_asked'
    or quotation.state = 'declined' and standing.state not in ('won', 'lost', 'withdrawn', 'spam')
    or quotation.state = 'accepted' and exists (
      select from public.quotation_events as acceptance
      where acceptance.quotation_id = quotation.id and acceptance.kind = 'accepted' and acceptance.actor_id is null
        and acceptance.created_at > now() - interval '30 days'
        and not exists (
          select from public.quotation_events as answer
          where answer.quotation_id = quotation.id and answer.number > acceptance.number
            and (answer.kind = 'comment' and answer.actor_id is not null or answer.kind = 'accepted')
        )
        and not exists (
          select from public.lead_events as reply
          where reply.lead_id in (own.lead_id, standing.lead_id) and reply.kind = 'answered' and reply.created_at > acceptance.created_at
        )
    )
  )
$$;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create or replace function private.matching_quotations(words text, filters jsonb) returns setof private.quotation_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'owner', 'lead', 'since', 'before', 'expiring', 'unanswered', 'won', 'sent', 'reason', 'about', 'unsettled', 'company', 'likely', 'source', 'campaign', 'lines'] = '{}', 'Quotations have no such filter', '22023'
  );
  select * from private.quotation_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or lead_id = (filters ->> 'lead')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
    and (filters ->> 'expiring' is distinct from 'yes' or state = 'sent' and valid_until <= private.day_in_india(now()) + 7)
    and (filters ->> 'unanswered' is distinct from 'yes' or state = 'sent' and sent_at < now() - interval '3 days')
    and (filters ->> 'unsettled' is distinct from 'yes' or id in (select private.unsettled_quotations()))
    and (not filters ? 'won' or case
      when filters ->> 'won' like '%\_%' then state = 'accepted' and won_on between split_part(filters ->> 'won', '_', 1)::date and split_part(filters ->> 'won', '_', 2)::date
      else won_in = filters ->> 'won'
    end)
    and (not filters ? 'likely' or state in ('draft', 'sent', 'change_asked') and private.likely_month(sent_at, (select days from private.acceptance())) = filters ->> 'likely')
    and (filters ->> 'sent' is distinct from 'yes' or number is not null)
    and (not filters ? 'reason' or private.reason_of_quotation(id) = filters ->> 'reason')
    and (not filters ? 'company' or (select company_id from public.contacts where contacts.id = listed.contact_id) is not distinct from nullif(filters ->> 'company', 'none')::uuid)
    and (not filters ?| array['source', 'campaign'] or exists (
      select from (values (1)) as one left join public.leads as lead on lead.id = listed.lead_id
      where (not filters ? 'source' or lead.source is not distinct from nullif(filters ->> 'source', 'none'))
        and (not filters ? 'campaign' or lead.campaign is not distinct from nullif(filters ->> 'campaign', 'none'))
    ))
    and (not filters ? 'lines' or id in (
      select quotation_id from private.quotation_lines
      where case when filters ->> 'lines' like 'product:%' then product_id else category_id end is not distinct from nullif(split_part(filters ->> 'lines', ':', 2), 'none')::uuid
    ))
    and (not filters ? 'about' or id in (
      select quotation_id from private.counted_quotations
      where about = private.about_id(filters ->> 'about')
        and stage = case when filters ->> 'state' in ('accepted', 'declined') then filters ->> 'state' else 'quoted' end
    ))
$$;

-- A text that sorts as the value does, in every client.
-- Filters: state, also expired; unsettled: yes, what the buyer answered and unsettled_quotations() has; owner, the id of one of administrators(); lead; since and before, of their beginning; expiring,
-- unanswered, sent: yes; won, a month like 2027-03, or days like 2027-03-01_2027-03-15; likely, the month in which an open one is likely
-- to be won; source and campaign of its lead, or none; lines, "product:" or "category:" with an id or none, of its lines; reason, why its buyer declined it last; about, what it offered, or with the
-- states accepted and declined what was accepted or declined, as for find_leads. Sorted by created_at, number, company, total,
-- state, valid_until or owner.
create function private.find_quotations(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, number text, revision smallint, company text, name text, total_paise bigint, state text, valid_until date, owner_email text,
  lead_id uuid, created_at timestamptz, sent_at timestamptz, sort_key text, source text, margin_paise bigint, reason text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'number', 'company', 'total', 'state', 'valid_until', 'owner'),
    'Quotations are sorted by created_at, number, company, total, state, valid_until or owner', '22023'
  );
  select
    found.id, found.number, revision, company, name, total_paise, found.state, valid_until, owner_email, lead_id, created_at, sent_at, key,
    (select lead.source from public.leads as lead where lead.id = found.lead_id),
    case when (select private.sees_margin()) then private.margin_of(found.id) end,
    case
      when found.state = 'declined' then private.reason_of_quotation(found.id)
      when found.state in ('sent', 'change_asked', 'expired') and exists (
        select from public.lead_handling as handling where handling.lead_id = found.lead_id and handling.state = 'lost'
      ) then private.reason_of_lead(found.lead_id)
    end
  from private.matching_quotations(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'number' then coalesce(found.number, '~')
      when 'company' then lower(company)
      when 'total' then lpad(total_paise::text, 20, '0')
      when 'state' then array_position(array['draft', 'sent', 'change_asked', 'expired', 'accepted', 'declined', 'withdrawn'], found.state)::text
      when 'valid_until' then valid_until::text
      when 'owner' then lower(owner_email)
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

select private.expose('find_quotations',
  'Quotations with all of the words in their number, buyer or products, that meet the filters of matching_quotations: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales; margins for whom administrators allow.');

create or replace function private.quotation_totals() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'change_asked', private.count_quotations('', '{"state": "change_asked", "unsettled": "yes"}'),
    'declined', private.count_quotations('', '{"state": "declined", "unsettled": "yes"}'),
    'accepted', private.count_quotations('', '{"state": "accepted", "unsettled": "yes"}'),
    'unanswered', private.count_quotations('', '{"unanswered": "yes"}'), 'expiring', private.count_quotations('', '{"expiring": "yes"}'),
    'won', (
      select jsonb_agg(jsonb_build_object('month', to_char(month, 'YYYY-MM'), 'paise', paise, 'count', won) order by month)
      from date_trunc('month', now() at time zone 'Asia/Kolkata') as this_month
      cross join lateral generate_series(this_month - interval '11 months', this_month, interval '1 month') as month
      cross join lateral (
        select coalesce(sum(total_paise), 0) as paise, count(*) as won from private.quotation_rows
        where won_in = to_char(month, 'YYYY-MM')
      ) as months
    )
  ) where (select private.is_staff())
$$;

-- Numbers become visible in another order than they are given: an event that is committed late has a lower one than the latest.
-- So those that are missing among the last thousand are taken off, and every event that becomes visible raises the result.
create function public.lead_pulse()
returns table (unanswered integer, new_leads integer, latest_event bigint, latest_lead timestamptz, unsettled_quotations integer)
language sql stable set search_path = '' as $$
  select
    (
      select count(*) from (
        select from public.lead_handling
        where merged_into is null and answered_at is null and state <> 'spam' order by created_at desc limit 1000
      ) as waiting
    ),
    (
      select count(*) from (
        select from public.lead_handling where state = 'new' and merged_into is null order by created_at desc limit 1000
      ) as unopened
    ),
    (
      select coalesce(max(number) - least(max(number), 1000) + count(*), 0) from public.lead_events
      where number > (select max(number) - 1000 from public.lead_events)
    ),
    (select max(created_at) from public.lead_handling where merged_into is null),
    (select count(*) from private.unsettled_quotations())
  where (select private.is_staff())
$$;

-- The owner of a quotation, or the deputy meanwhile, while on the staff; null without one.
create function private.owner_address(quotation uuid) returns text
language sql stable set search_path = '' as $$
  select users.email from public.quotations
  join public.profiles on profiles.id = private.acting_for(owner_id) and (is_admin or is_sales) join auth.users on users.id = profiles.id
  where quotations.id = quotation and private.is_deliverable(users.email)
$$;

-- Where the seller hears of a quotation: its owner, else the addresses of notices.
create or replace function private.seller_addresses(quotation uuid) returns setof text
language sql stable set search_path = '' as $$
  select owner from private.owner_address(quotation) as owner where owner is not null
  union all
  select unnest(notice_emails) from public.site_settings where private.owner_address(quotation) is null
$$;

-- The link of a token, for those purposes. One that was ended is answered as one that never was, and so is that of an account which
-- no longer shares with its buyer.
create or replace function private.quotation_link(token text, purposes text[] default '{buyer,approval}') returns public.quotation_links
language plpgsql stable security definer set search_path = '' as $$
declare
  link public.quotation_links;
begin
  select * into link from public.quotation_links where hash = private.link_hash(token) and ended_at is null;
  if link.colleague_id is not null then
    if not exists (
      select from public.quotations join private.shared_inquiries as shared on shared.lead_id = quotations.lead_id
      where quotations.id = link.quotation_id and domain = private.team_of(link.colleague_id)
    ) then
      link := null;
    end if;
    link.purpose := 'colleague';
  end if;
  perform private.require(
    link.id is not null or not exists (select from private.erased_links where hash = private.link_hash(token)),
    'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  perform private.require(link.id is not null, 'This link does not open a quotation. It may have ended or been cut off.', 'PT404');
  perform private.require(
    link.purpose = any (purposes),
    case link.purpose when 'approval' then 'This link is for an approval only.' when 'colleague' then 'This quotation is shared with you to read. Its buyer decides.' else 'Only the colleague who was asked can approve.' end
  );
  return link;
end
$$;

-- The version of a link, unless it shows nothing any more.
create function private.shown_version(token text, purposes text[] default '{buyer}') returns public.quotation_versions
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, purposes);
  version public.quotation_versions;
begin
  perform private.require(private.state_of_link(link) not in ('replaced', 'withdrawn'), 'Ask for the current quotation.', 'PT410');
  select * into version from public.quotation_versions where id = link.version_id;
  return version;
end
$$;

-- The version of a link whose quotation nobody else changes until the end of the transaction.
-- Refuses a state in which that is not done, with a sentence that says which.
create or replace function private.locked_version(link public.quotation_links, states text[]) returns public.quotation_versions
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
  state text;
begin
  perform from public.quotations where id = link.quotation_id for update;
  -- Statements of their own see what the one before has waited for.
  perform private.require(
    exists (select from public.quotation_links where id = link.id), 'This quotation was deleted with the details of its buyer.', 'PT404'
  );
  state := private.state_of_link(link);
  select * into version from public.quotation_versions where id = link.version_id;
  perform private.require(state = any (states), case state
    when 'replaced' then 'A later revision has replaced this quotation. Ask for the current one.'
    when 'withdrawn' then 'This quotation was withdrawn.'
    when 'expired' then format('This quotation was valid until %s. Ask for a change, and we can extend it.', to_char(version.valid_until, 'FMDD Mon YYYY'))
    when 'change_asked' then 'A change was requested: a new revision will follow.'
    else format('Already %s by %s', state, coalesce(version.accepted ->> 'name', (
      select actor_name from public.quotation_events where version_id = version.id and kind = state order by number desc limit 1
    ), 'the seller'))
  end, case when state in ('replaced', 'withdrawn') then 'PT410' else 'PT409' end);
  return version;
end
$$;

-- A text that a buyer gives, trimmed; null where there is none.
create or replace function private.cleaned_text(name text, value text, longest integer, is_required boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
begin
  value := nullif(private.trimmed(value), '');
  perform private.require(value is not null or not is_required, format('%s is missing', name), '22023');
  perform private.require(coalesce(char_length(value), 0) <= longest, format('%s may have at most %s characters', name, longest), '22023');
  return value;
end
$$;

-- The figures of a sent version for a choice, by the rules and the taxes that it was sent with.
create or replace function private.figures_of_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.quotation_figures(
    private.chosen_lines(version.content, private.checked_choice(version.content, choice)), version.content -> 'discount',
    coalesce(version.frozen #>> '{place,tax}', private.place_of_supply(version.frozen -> 'seller', version.content -> 'buyer') ->> 'tax'),
    (version.frozen #>> '{seller,rounds_off}')::boolean
  )
$$;

-- The figures of a choice that is accepted. Nothing is accepted for nothing, also of versions that were sent before this was a rule.
create function private.accepted_figures(version public.quotation_versions, choice jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  figures constant jsonb := private.figures_of_choice(version, choice);
begin
  perform private.require((figures ->> 'total')::numeric > 0, 'A quotation with a total of zero cannot be accepted. Please write to us.', '22023');
  return figures;
end
$$;

-- The choice with every part that counts; refuses one that leaves something to be guessed.
create function private.required_choice(content jsonb, choice jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  whole constant jsonb := private.whole_choice(content, private.checked_choice(content, choice));
begin
  perform private.require('{"quantities": {}, "options": {}}' || coalesce(nullif(choice, 'null'), '{}') @> whole, 'Choose one of each option, and a quantity of each gift. Please load the page again.', '22023');
  return whole;
end
$$;

-- Adds what was done by a link to the history, with the address of the colleague whose link it is. The same again, after a lost
-- answer, is not stored twice. The buyer and each colleague may do each so often a day, and a decision of the buyer is always
-- stored, so that no link uses up what another may do.
create or replace function private.record_by_link(link public.quotation_links, kind text, value jsonb, name text default null) returns void
language plpgsql set search_path = '' as $$
declare
  author constant jsonb := case link.purpose
    when 'buyer' then '{"by": "buyer"}' else jsonb_build_object('by', 'approver', 'email', link.email)
  end;
  input constant jsonb := jsonb_strip_nulls(value) || author;
  actor constant text := coalesce(name, private.name_on_link(link));
begin
  perform from (
    select * from public.quotation_events as event where event.version_id = link.version_id order by event.number desc limit 1
  ) as last where (last.kind, last.value, last.actor_name) = (record_by_link.kind, input, actor) and last.created_at > now() - interval '10 minutes';
  if found then
    return;
  end if;
  perform from public.quotation_events as event
  where event.quotation_id = link.quotation_id and event.kind = record_by_link.kind and event.value @> author
    and event.created_at > now() - interval '1 day' offset case link.purpose when 'buyer' then 99 else 19 end;
  perform private.require(not found or kind in ('accepted', 'declined', 'change_asked'), 'Too many messages were sent here today. Please write to us.', 'PT429');
  perform private.record_quotation_event(link.quotation_id, link.version_id, kind, input, actor);
end
$$;

-- A choice with what it is in words and its total, as an approval is asked for and decided.
create function private.described_choice(version public.quotation_versions, choice jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'choice', whole, 'chosen', private.choice_text(version.content, whole), 'total_paise', private.figures_of_choice(version, whole) -> 'total'
  )
  from private.whole_choice(version.content, private.checked_choice(version.content, choice)) as whole
$$;

-- What the colleague of a link was last asked to approve; 1.0.0 asked without a choice.
create function private.asked_choice(link public.quotation_links) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.described_choice(version, (
    select value -> 'choice' from public.quotation_events
    where version_id = version.id and kind = 'approval_asked' and lower(value ->> 'email') = lower(link.email) order by number desc limit 1
  ))
  from public.quotation_versions as version where version.id = link.version_id
$$;

-- The colleagues whose last word approves another choice of a version than the one that was accepted, with that choice.
create function private.other_approvals(version uuid) returns table (email text, name text, approved jsonb)
language sql stable security definer set search_path = '' as $$
  select last.value ->> 'email', last.actor_name, last.value
  from public.quotation_versions as decided cross join lateral (
    select distinct on (lower(value ->> 'email')) kind, actor_name, value from public.quotation_events
    where version_id = decided.id and kind in ('approved', 'rejected') order by lower(value ->> 'email'), number desc
  ) as last
  where decided.id = other_approvals.version and last.kind = 'approved' and last.value -> 'choice' <> decided.accepted -> 'choice'
$$;

-- Whom a link's quotation was shown for approval, and what was decided since each was last asked, the first who was asked first. A note to the asker is for the
-- buyer's link, and for the colleague who wrote it.
create function private.approvals_on(link public.quotation_links) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'email', regexp_replace(request.value ->> 'email', '^(.).*@', '\1…@'), 'name', request.value ->> 'name', 'state', coalesce(decided.kind, 'asked'),
    'note', coalesce(decided.value ->> 'note', case when link.purpose = 'buyer' or lower(link.email) = lower(request.value ->> 'email') then private_note.note end),
    'at', coalesce(decided.created_at, request.created_at),
    'choice', coalesce(decided.value, request.value) -> 'choice', 'chosen', coalesce(decided.value, request.value) ->> 'chosen',
    'total_paise', coalesce(decided.value, request.value) -> 'total_paise'
  ) order by request.first), '[]')
  from (
    select distinct on (lower(value ->> 'email')) number, created_at, value, min(number) over (partition by lower(value ->> 'email')) as first
    from public.quotation_events where version_id = link.version_id and kind = 'approval_asked' order by lower(value ->> 'email'), number desc
  ) as request
  left join lateral (
    select * from public.quotation_events as event
    where event.version_id = link.version_id and event.kind in ('approved', 'rejected') and lower(event.value ->> 'email') = lower(request.value ->> 'email')
      and event.number > request.number
    order by event.number desc limit 1
  ) as decided on true
  left join private.approval_notes as private_note on private_note.event_number = decided.number
$$;

create function private.ask_colleague(token text, email text, name text default null, choice jsonb default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  colleague constant text := private.cleaned_text('The colleague''s e-mail address', email, 254);
begin
  perform private.require(private.is_deliverable(colleague), 'Write the colleague''s address like name@company.com', '22023');
  perform private.require(
    private.normalized_mailbox(colleague) <> private.normalized_mailbox(version.content #>> '{buyer,email}'),
    'This is your own address: enter a colleague''s.', '22023'
  );
  perform from public.quotation_events where version_id = version.id and kind = 'approval_asked' offset 9;
  perform private.require(not found, 'Ten colleagues have already been asked. Please write to us.', 'PT429');
  perform private.require(
    (select taken is not null from private.take_mail(colleague)), 'This address cannot get more e-mails today. Please try again tomorrow.', 'PT429'
  );
  perform private.record_by_link(link, 'approval_asked', jsonb_build_object(
    'email', colleague, 'name', private.cleaned_text('The name', name, 200, false)
  ) || private.described_choice(version, private.required_choice(version.content, choice)));
end
$$;

-- A colleague may change their mind while the quotation is open; the last word counts. What is decided is the choice that was asked
-- about, which is that of the page, with its total; the page of 1.0.0 sends neither, which is enough where nothing can be chosen. The
-- note is the asker's alone unless the colleague shows it to the seller, too.
create function private.decide_approval(
  token text, is_approved boolean, name text, note text default null, shows_note boolean default false, total_paise bigint default null, choice jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{approval}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  asked constant jsonb := private.asked_choice(link);
  written constant text := private.cleaned_text('The note', note, 1000, false);
  decision constant text := case when is_approved then 'approved' else 'rejected' end;
begin
  perform private.require(is_approved is not null, 'Approve or reject', '22023');
  perform private.require(
    (total_paise = (asked ->> 'total_paise')::bigint or num_nulls(total_paise, choice) = 2)
    and private.required_choice(version.content, choice) = asked -> 'choice',
    'The choice has changed since you opened it. Please load this page again.', 'PT409'
  );
  perform private.record_by_link(
    link, decision, asked || jsonb_build_object('email', link.email, 'note', case when shows_note then written end), private.cleaned_text('Your name', name, 200)
  );
  insert into private.approval_notes (event_number, note)
  select max(number), written from public.quotation_events
  where version_id = version.id and kind = decision and lower(value ->> 'email') = lower(link.email) and written is not null and shows_note is not true
  having max(number) is not null
  on conflict (event_number) do update set note = excluded.note;
end
$$;

select private.expose('ask_colleague', 'Mails a colleague a link of its own, by which a whole choice of this version is approved or rejected and nothing else; by a buyer''s link.');

select private.expose('decide_approval', 'Approves or rejects the choice that the colleague of a link was asked about, and demands its total and its whole choice where something can be chosen. Both sides are told, and the seller reads the note only where it is shown.');

-- What a version that was sent shows its buyer: {"number", "revision", "sent_at", "valid_until", "buyer", "message", "terms", "discount",
-- "lines", "seller", "place", "rounds_off", "credit_note", "figures": of what is seen first}. The rules by which the seller works stay
-- with the seller.
create function private.version_as_sent(version public.quotation_versions) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', (select number from public.quotations where id = version.quotation_id), 'revision', version.revision,
    'sent_at', version.sent_at, 'valid_until', version.valid_until, 'buyer', (version.content -> 'buyer') - array['place_reason', 'is_pharmaceutical'],
    'message', version.content -> 'message', 'terms', version.content -> 'terms', 'discount', version.content -> 'discount',
    'lines', version.content -> 'lines', 'seller', (
      select jsonb_object_agg(key, value) from jsonb_each(version.frozen -> 'seller')
      where key in ('legal_name', 'address', 'gstin', 'state', 'is_composition', 'bank_details', 'email', 'phones', 'logo_url', 'colour')
    ),
    'place', version.frozen -> 'place', 'rounds_off', coalesce(version.frozen #> '{seller,rounds_off}', 'true'),
    'credit_note', version.frozen #> '{seller,credit_note}', 'figures', version.frozen -> 'figures'
  )
$$;

-- The version that a revision replaced; null where its buyer had another address, and has not read it.
create function private.version_before(version uuid) returns public.quotation_versions
language sql stable security definer set search_path = '' as $$
  select earlier.* from public.quotation_versions as later join public.quotation_versions as earlier on earlier.quotation_id = later.quotation_id
  where later.id = version and earlier.revision < later.revision and earlier.sent_at is not null
    and lower(earlier.content #>> '{buyer,email}') = lower(later.content #>> '{buyer,email}')
  order by earlier.revision desc limit 1
$$;

-- A sent version's lines with the stored sizes of their pictures.
create function private.lines_with_widths(content jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(line || jsonb_build_object(
    'image_widths', coalesce(
      case when product.image_url = line ->> 'image_url' then product.image_widths end,
      (
        select picture.widths from public.product_pictures as picture
        where picture.product_id = product.id and picture.url = line ->> 'image_url' limit 1
      )
    )
  ) order by position), '[]')
  from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
  left join public.products as product on product.id::text = line ->> 'product_id'
$$;

-- As version_as_sent, with {"state": sent, expired, accepted, declined, change_asked, withdrawn or replaced, "purpose": buyer or
-- approval, "sha256", "accepted", "comments", "approvals", "needs_code", "site"}, for a colleague "asked": the choice, and for the
-- buyer what given_by_buyer has, "before": the version that this one replaced, until it is accepted, and "next_steps" and "order" then.
create or replace function private.open_quotation(token text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer,approval,colleague}');
  state constant text := private.state_of_link(link);
  version public.quotation_versions;
  site constant jsonb := private.site_details();
  sent jsonb;
begin
  select * into version from public.quotation_versions where id = link.version_id;
  sent := private.version_as_sent(version);
  if state in ('replaced', 'withdrawn') then
    return json_build_object('number', sent -> 'number', 'revision', version.revision, 'state', state, 'purpose', link.purpose, 'site', site);
  end if;
  return sent || jsonb_build_object(
    'state', state, 'purpose', link.purpose, 'lines', private.lines_with_widths(version.content), 'sha256', version.sha256,
    -- Acceptances of 1.0.0 may have a part of their choice.
    'accepted', case when state = 'accepted' then version.accepted - array['address', 'user_agent', 'note']
      || jsonb_build_object('choice', private.whole_choice(version.content, version.accepted -> 'choice')) end,
    'comments', (
      select coalesce(json_agg(json_build_object(
        'by', coalesce(event.value ->> 'by', 'seller'), 'name', case when event.value ? 'by' then event.actor_name else site ->> 'name' end,
        'text', event.value ->> 'text', 'line', event.value ->> 'line', 'at', event.created_at
      ) order by event.number), '[]')
      from public.quotation_events as event where event.quotation_id = link.quotation_id and event.kind = 'comment'
    ),
    'approvals', private.approvals_on(link),
    'samples', case when link.purpose = 'buyer' then private.samples_as_json((select lead_id from public.quotations where id = link.quotation_id)) end,
    'needs_code', exists (select from public.seller_profile where needs_code), 'site', site
  ) || case
    when link.purpose = 'colleague' then '{"approvals": []}'
    when link.purpose = 'approval' then jsonb_build_object(
      'asked', private.asked_choice(link) -> 'choice', 'figures', private.figures_of_choice(version, private.asked_choice(link) -> 'choice')
    )
    when state = 'accepted' then private.given_by_buyer(link.quotation_id) || jsonb_build_object(
      'next_steps', (select next_steps from public.seller_profile), 'order', private.order_on_link(link.quotation_id)
    )
    else private.given_by_buyer(link.quotation_id) || jsonb_build_object('before', (
      select private.version_as_sent(earlier) from private.version_before(version.id) as earlier where earlier.id is not null
    ))
  end;
end
$$;

-- The gifts of a choice as my_inquiries has the lines of an inquiry, with their products as they are now.
create function private.order_again(token text, choice jsonb default null) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  version constant public.quotation_versions := private.shown_version(token, '{buyer,colleague}');
begin
  return (
    select coalesce(json_agg(json_build_object(
      'name', line -> 'name', 'quantity', line -> 'quantity', 'note', line -> 'note', 'colours', colours,
      'product', (
        select private.product_again(product, colours) from public.products as product where product.id = (line ->> 'product_id')::uuid and product.is_sample
      )
    ) order by position), '[]')
    from jsonb_array_elements(private.chosen_lines(version.content, private.checked_choice(version.content, choice))) with ordinality as listed (line, position)
    cross join lateral (select case when line ->> 'colour' <> '' then jsonb_build_array(jsonb_build_object('name', line -> 'colour', 'quantity', line -> 'quantity')) end) as chosen (colours)
    where line -> 'is_charge' is distinct from 'true'
  );
end
$$;

create or replace function private.price_quotation(token text, choice jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.figures_of_choice(private.shown_version(token, '{buyer,approval}'), choice)
$$;

-- Once a version and day, whoever reloads it, and not when the seller looks.
create or replace function private.see_quotation(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer,approval,colleague}');
begin
  if private.is_staff() or link.purpose <> 'buyer' or private.state_of_link(link) in ('replaced', 'withdrawn') then
    return;
  end if;
  insert into public.quotation_events (quotation_id, version_id, kind, actor_name)
  values (link.quotation_id, link.version_id, 'seen', private.name_on_link(link)) on conflict do nothing;
end
$$;

create or replace function private.accept_quotation(
  token text, choice jsonb, total_paise bigint, name text, designation text, purchase_order text default null, code text default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
  accepted_choice constant jsonb := private.required_choice(version.content, choice);
  figures constant jsonb := private.accepted_figures(version, choice);
  headers constant json := nullif(current_setting('request.headers', true), '')::json;
  signer constant text := private.cleaned_text('Your name', name, 200);
  placed constant numeric := (select private.gifts_in(delivery_places) from public.buyer_details where quotation_id = link.quotation_id);
begin
  perform private.require(
    coalesce(placed, 0) <= (
      select coalesce(sum((line ->> 'quantity')::numeric), 1000000)
      from jsonb_array_elements(private.chosen_lines(version.content, accepted_choice)) as line where line -> 'is_charge' is distinct from 'true'
    ),
    format('Your delivery places have %s gifts, more than this choice. Correct “Your details” first.', placed), '22023'
  );
  perform private.require(
    (figures ->> 'total')::numeric = total_paise, 'The total on this page is not that of the quotation. Please load it again.', '22023'
  );
  if exists (select from public.seller_profile where needs_code) then
    perform private.use_acceptance_code(version.id, code);
  end if;
  update public.quotation_versions set accepted = jsonb_build_object(
    'choice', accepted_choice, 'figures', figures, 'name', signer,
    'designation', private.cleaned_text('Designation', designation, 200),
    'purchase_order', private.cleaned_text('Purchase order number', purchase_order, 100, false),
    'at', now(), 'address', private.client_address(), 'user_agent', left(headers ->> 'user-agent', 500), 'by', 'buyer'
  ) where id = version.id;
  update public.quotations set state = 'accepted' where id = link.quotation_id;
  perform private.record_by_link(link, 'accepted', '{}', signer);
  perform private.begin_order(link.quotation_id);
end
$$;

-- The sequence that counts wrong codes of a version: a refusal undoes all else that its transaction has done. The next code begins
-- a new one.
create function private.wrong_codes(version uuid) returns text
language sql immutable set search_path = '' as $$
  select 'wrong_codes_of_' || replace(version::text, '-', '')
$$;

-- Uses up the code of a version. Ten wrong ones end it, whoever asks.
create function private.use_acceptance_code(version uuid, code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  counter constant regclass := to_regclass(format('private.%I', private.wrong_codes(version)));
  wrong bigint := 10;
begin
  if counter is not null then
    execute format('select case when is_called then last_value else 0 end from %s', counter) into wrong;
  end if;
  perform private.require(wrong < 10, 'This code no longer works. Request another one.', '22023');
  if not exists (
    select from public.outbox where version_id = version and kind = 'quotation_code' and created_at > now() - interval '1 hour'
      and links @> array[private.acceptance_code_hash(version, code)]
  ) then
    perform nextval(counter);
    perform private.require(false, 'This code is wrong or has expired. Request another one.', '22023');
  end if;
  delete from public.outbox where version_id = version and kind = 'quotation_code';
  execute format('drop sequence %s', counter);
end
$$;

-- Drops the counters of codes that are over.
create function private.drop_code_counters() returns void
language plpgsql set search_path = '' as $$
declare
  counter text;
begin
  for counter in
    select relname from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'S' and relname like 'wrong\_codes\_of\_%' and not exists (
      select from public.outbox
      where kind = 'quotation_code' and created_at > now() - interval '1 hour' and private.wrong_codes(version_id) = relname
    )
  loop
    execute format('drop sequence private.%I', counter);
  end loop;
end
$$;

-- The code is made when the e-mail is sent (claim_mails): 32 random bits for an hour, too many to try. The last one counts.
create or replace function private.send_acceptance_code(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent}');
begin
  if not exists (select from public.seller_profile where needs_code) or exists (
    select from public.outbox where version_id = version.id and kind = 'quotation_code' and created_at > now() - interval '2 minutes'
  ) then
    return;
  end if;
  perform private.require(
    (select taken is not null from private.take_mail(version.content #>> '{buyer,email}')),
    'Your address cannot get more e-mails today. Please write to us.', 'PT429'
  );
  delete from public.outbox where version_id = version.id and kind = 'quotation_code';
  execute format('drop sequence if exists private.%I', private.wrong_codes(version.id));
  execute format('create sequence private.%I', private.wrong_codes(version.id));
  insert into public.outbox (version_id, kind, recipient) values (version.id, 'quotation_code', version.content #>> '{buyer,email}');
end
$$;

-- The last revisions that were sent of the quotations of the caller's inquiries, and of those that colleagues share, with who sent these.
create function private.readable_quotations() returns table (version public.quotation_versions, sent_by text)
language sql stable security definer set search_path = '' as $$
  select last_sent.version, inquiry.sent_by
  from (
    select id, null as sent_by from private.own_inquiries() union all select id, name from private.colleagues_inquiries()
  ) as inquiry join public.quotations as quotation on lead_id = inquiry.id
  cross join lateral (
    select sent as version from public.quotation_versions as sent where quotation_id = quotation.id and sent_at is not null order by revision desc limit 1
  ) as last_sent
$$;

create or replace function private.my_quotations() returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'number', quotation.number, 'revision', (version).revision, 'reference', (select reference from public.leads where leads.id = quotation.lead_id),
    'state', case when quotation.state = 'sent' and (version).valid_until < private.day_in_india(now()) then 'expired' else quotation.state end,
    'total_paise', case when quotation.state <> 'withdrawn' then (version).total_paise end,
    'sent_at', (version).sent_at, 'valid_until', (version).valid_until, 'sent_by', sent_by
  ) order by (version).sent_at desc, quotation.number), '[]')
  from private.readable_quotations() join public.quotations as quotation on quotation.id = (version).quotation_id
$$;

-- The ten newest links of an account stay, so that pages in other tabs do, too.
create or replace function private.open_my_quotation(number text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address constant text := (select email from auth.users where id = auth.uid());
  own record;
begin
  select (version).id, (version).quotation_id, case when sent_by is not null then auth.uid() end as colleague into own
  from private.readable_quotations() join public.quotations as quotation on quotation.id = (version).quotation_id
  where quotation.number = open_my_quotation.number;
  if not found then
    return null;
  end if;
  delete from public.quotation_links where id in (
    select id from public.quotation_links
    where quotation_id = own.quotation_id and purpose = 'buyer' and email = address order by created_at desc, id offset 9
  );
  insert into public.quotation_links (quotation_id, version_id, purpose, hash, email, colleague_id)
  values (own.quotation_id, own.id, 'buyer', private.link_hash(token), address, own.colleague);
  return token;
end
$$;

-- What an e-mail says of a version: the choice that its event is about, what was accepted of it, or what its buyer sees first. Null
-- without one. The event's note is the asker's alone.
create or replace function private.mailed_quotation(version_id uuid, event_number bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', quotation.id, 'number', quotation.number, 'sent_at', version.sent_at, 'content', version.content, 'frozen', version.frozen, 'reference', quotation.number || case when version.revision > 1 then '-R' || version.revision else '' end,
    'revision', version.revision, 'buyer', version.content -> 'buyer', 'message', version.content -> 'message', 'valid_until', version.valid_until,
    'tax', version.frozen #> '{place,tax}', 'lines', private.chosen_lines(version.content, visible.version -> 'choice'), 'figures', visible.version -> 'figures',
    'accepted', version.accepted, 'approvals', (
      select jsonb_agg(jsonb_build_object('name', name, 'chosen', approved -> 'chosen', 'total_paise', approved -> 'total_paise') order by name)
      from private.other_approvals(version.id) where event.kind = 'accepted'
    ),
    'before', (
      select to_jsonb(earlier) || jsonb_build_object('number', quotation.number)
      from private.version_before(version.id) as earlier where earlier.id is not null and event.number is null
    ),
    'asked', case when event.value ? 'choice' then visible.version end,
    'event', case when event.number is not null then jsonb_build_object('kind', event.kind, 'name', event.actor_name, 'value', event.value, 'note', (
      select note from private.approval_notes as private_note where private_note.event_number = event.number
    )) end
  )
  from public.quotation_versions as version join public.quotations as quotation on quotation.id = version.quotation_id
  left join public.quotation_events as event on event.number = mailed_quotation.event_number
  cross join lateral (select case
    when event.value ? 'choice' then event.value || jsonb_build_object('figures', private.figures_of_choice(version, event.value -> 'choice'))
    else coalesce(version.accepted, version.frozen)
  end as version) as visible
  where version.id = mailed_quotation.version_id
$$;

select private.expose('order_again', 'The gifts of a choice, of a buyer''s link, with their products as they are now, as my_inquiries has the lines of an inquiry.');

-- The kind of a file, by how it begins; null for another than these.
create function private.content_type(content bytea) returns text
language sql immutable set search_path = '' as $$
  select case
    when substr(content, 1, 5) = '\x255044462d' then 'application/pdf'
    when substr(content, 1, 8) = '\x89504e470d0a1a0a' then 'image/png'
    when substr(content, 1, 3) = '\xffd8ff' then 'image/jpeg'
    when substr(content, 1, 4) = '\x52494646' and substr(content, 9, 4) = '\x57454250' then 'image/webp'
    when substr(content, 1, 4) = '\x504b0304' then 'application/zip'
    when substr(content, 1, 4) = '\x25215053' then 'application/postscript'
    when encode(substr(content, 1, 4096), 'escape') ~ '^(\\357\\273\\277)?\s*<(\?xml|!--|!DOCTYPE svg|svg)'
      and encode(substr(content, 1, 4096), 'escape') ~ '<svg[\s/>]' then 'image/svg+xml'
  end
$$;

-- A stored file as it is read: {"name", "type", "content": base64}.
create function private.file_as_json(name text, content bytea) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'name', name, 'type', private.content_type(content), 'content', replace(encode(content, 'base64'), E'\n', '')
  )
$$;

-- The name of a stored file: without signs that no file system takes or that hide its ending, and with the ending of what it is,
-- whatever it was called.
create function private.file_label(name text, fallback text, type text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(private.trimmed(left(regexp_replace(
    regexp_replace(name, '\.[^.]*$', ''), '[[:cntrl:]/\\<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+', ' ', 'g'
  ), 140)), ''), fallback) || case type
    when 'application/pdf' then case when name ~* '\.ai$' then '.ai' else '.pdf' end
    when 'application/postscript' then case when name ~* '\.ai$' then '.ai' else '.eps' end
    when 'image/png' then '.png' when 'image/jpeg' then '.jpg' when 'image/webp' then '.webp' when 'image/svg+xml' then '.svg'
  end
$$;

-- The most gifts that a choice may have; null where there are none.
create function private.most_gifts(content jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select sum(most) from (
    select max((offer ->> 'quantity')::numeric) as most
    from jsonb_array_elements(content -> 'lines') with ordinality as listed (line, position)
    cross join lateral jsonb_array_elements(line -> 'quantities') as offer
    where line -> 'is_charge' is distinct from 'true' group by coalesce('option ' || (line ->> 'option'), position::text)
  ) as alternatives
$$;

-- How many gifts go to delivery places.
create function private.gifts_in(places jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select coalesce(sum((place ->> 'quantity')::numeric), 0) from jsonb_array_elements(places) as place
$$;

-- Delivery places as they are stored. A place abroad has no PIN code.
create function private.cleaned_places(
  places jsonb, fields jsonb default '{"address": ["Address", "name", 200], "pin_code": ["PIN code", "text", 10], "quantity": ["Quantity", "whole", 1000000]}'
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  cleaned jsonb;
begin
  perform private.require(
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 20 end, 'You can enter at most 20 delivery places', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(
    place || jsonb_build_object('pin_code', regexp_replace(place ->> 'pin_code', '\s', '', 'g')), fields,
    format('Delivery place %s: ', position)
  ) order by position), '[]')
  into cleaned from jsonb_array_elements(places) with ordinality as listed (place, position);
  perform private.require(not cleaned @? '$[*] ? (@.quantity == null || @.quantity < 1)', 'A delivery place has a quantity of at least 1', '22023');
  perform private.require(
    not exists (select from jsonb_array_elements(cleaned) as place where place ->> 'pin_code' !~ '^[1-9][0-9]{5}$'), 'A PIN code has six digits', '22023'
  );
  return cleaned;
end
$$;

-- That the state of a buyer's GSTIN is not the place of supply that the taxes follow; null where it is, or where it decides nothing.
create function private.other_state(version public.quotation_versions, gstin text) returns text
language sql stable set search_path = '' as $$
  select format('This GSTIN is of %s, and the place of supply is %s.', own.name, coalesce(place.name, place.code))
  from private.gst_states() as own cross join private.gst_states() as place
  where own.code = private.place_by_rule(jsonb_build_object('gstin', gstin)) ->> 'state' and place.code = version.frozen #>> '{place,state}'
    and own.code <> place.code
$$;

-- What was given replaces what was given before, so all of it is given. It stays beside the quotation, whose sent versions never change.
create function private.save_buyer_details(
  token text, gstin text default null, billing_address text default null, delivery_places jsonb default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  number constant text := nullif(upper(regexp_replace(gstin, '\s', '', 'g')), '');
  address constant text := private.cleaned_text('Billing address', billing_address, 400, false);
  places constant jsonb := private.cleaned_places(delivery_places);
  most constant numeric := private.most_gifts(version.content);
begin
  perform private.require(num_nulls(gstin, billing_address) = 0, 'GSTIN, billing address and delivery places are saved together', '22023');
  perform private.require(number is null or private.gstin_kind(number) is not null, 'Check your GSTIN, like 27AAPFU0939F1ZV', '22023');
  perform private.require(
    private.gifts_in(places) <= coalesce(most, 1000000), format('The delivery places have %s gifts, and the quotation has at most %s', private.gifts_in(places), most), '22023'
  );
  insert into public.buyer_details as details (quotation_id, gstin, billing_address, delivery_places)
  values (version.quotation_id, number, address, places)
  on conflict (quotation_id) do update set
    gstin = excluded.gstin, billing_address = excluded.billing_address, delivery_places = excluded.delivery_places, given_at = now();
  perform private.record_by_link(link, 'details', jsonb_build_object('text', coalesce(nullif(concat_ws(
    E'\n', 'GSTIN ' || number, private.other_state(version, number), 'Billing address: ' || address,
    -- The places themselves may be homes, and go into no e-mail.
    case when places <> '[]' then format('Delivery: %s gifts to %s', private.gifts_in(places), case jsonb_array_length(places) when 1 then 'one place' else jsonb_array_length(places) || ' places' end) end
  ), ''), 'None')));
end
$$;

select private.expose('save_buyer_details',
  'Stores what the buyer of a link gives until the acceptance: a GSTIN or UIN, the billing address, and at most 20 places [{"address", "pin_code", "quantity"}] with no more gifts than the quotation. The seller is told.');

-- At most three files of 20 MB together in a quotation, and twenty a day. The same file again is stored once.
create function private.attach_purchase_order(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked,accepted}');
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  label constant text := private.file_label(name, 'Purchase order', type);
begin
  perform private.require(
    type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp'), 'A purchase order is a PDF, PNG, JPEG or WebP file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A purchase order may have at most 10 MB', '22023');
  if exists (select from private.purchase_orders as stored where stored.quotation_id = version.quotation_id and stored.content = file) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(stored.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.purchase_orders as stored where stored.quotation_id = version.quotation_id
    ), 'A quotation may have at most three files, with 20 MB together. Remove one, or write to us.', '22023'
  );
  perform from public.quotation_events
  where quotation_id = version.quotation_id and kind = 'purchase_order' and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too many files were added here today. Please write to us.', 'PT429');
  insert into private.purchase_orders (quotation_id, name, content) values (version.quotation_id, label, file);
  perform private.record_by_link(link, 'purchase_order', jsonb_build_object('text', label));
end
$$;

select private.expose('attach_purchase_order',
  'Attaches the file of a purchase order in base64 to the quotation of a buyer''s link, before and after the acceptance: a PDF, PNG, JPEG or WebP of at most 10 MB. The seller is told.');

create function private.remove_purchase_order(token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{sent,expired,change_asked}');
  removed text;
begin
  delete from private.purchase_orders as stored
  where stored.quotation_id = version.quotation_id and stored.id = remove_purchase_order.id returning stored.name into removed;
  if removed is not null then
    perform private.record_by_link(link, 'purchase_order', jsonb_build_object('text', removed, 'removed', 'yes'));
  end if;
end
$$;

select private.expose('remove_purchase_order', 'Removes the file of a purchase order from the quotation of a buyer''s link, until the acceptance.');

create function private.purchase_order_file(id uuid, token text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  own_quotation constant uuid := case when token is not null then (private.shown_version(token)).quotation_id end;
  file private.purchase_orders;
begin
  perform private.require(token is not null or private.is_staff(), 'Only administrators and sales read the files of a quotation');
  select * into file from private.purchase_orders as stored
  where stored.id = purchase_order_file.id and stored.quotation_id = coalesce(own_quotation, stored.quotation_id);
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(file.name, file.content);
end
$$;

select private.expose('purchase_order_file',
  'The file of a purchase order: {"name", "type", "content": base64}. For administrators and sales, and by the token of its buyer''s link.');

-- Adds to the history of an order what staff have done, or what someone without an account who is named has.
create function private.record_order_event(
  order_id uuid, order_line_id uuid, kind text, value jsonb default '{}', buyer_name text default null
) returns void
language sql set search_path = '' as $$
  insert into public.order_events (order_id, order_line_id, kind, actor_id, actor_name, value)
  values (
    order_id, order_line_id, kind, case when buyer_name is null then auth.uid() end,
    coalesce(buyer_name, (
      select coalesce(profiles.name, users.email) from auth.users join public.profiles on profiles.id = users.id where users.id = auth.uid()
    ), ''),
    jsonb_strip_nulls(value)
  )
$$;

-- Whether a line may be produced: it needs no proof, or its newest one is approved, and the line is what that was made for.
create function private.is_approved(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  newest constant public.order_proofs := private.newest_proof(line.id);
begin
  return not line.needs_proof or newest.decision is not distinct from 'approved' and newest.made_for = private.proof_subject(line.id) is not false;
end
$$;

-- Whether a line waits for its buyer's answer: its newest proof has none.
create function private.waits_for_buyer(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return line.state = 'preparing' and line.needs_proof and exists (
    select from private.newest_proof(line.id) as newest where newest.id is not null and newest.decision is null
      and newest.made_for = private.proof_subject(line.id) is not false
  );
end
$$;

-- Makes the order of a quotation that was accepted, in the transaction that accepts. One whose acceptance was undone is the same order
-- again, with the lines of the version that is accepted now; its places stay unless the buyer has given others since. Null where
-- nothing is to be made, as of charges alone.
create function private.begin_order(quotation uuid) returns uuid
language plpgsql set search_path = '' as $$
declare
  version constant public.quotation_versions := private.sent_version(quotation);
  signer constant text := case when version.accepted ->> 'by' = 'buyer' and not private.is_staff() then version.accepted ->> 'name' end;
  lines constant jsonb := jsonb_path_query_array(
    private.chosen_lines(version.content, version.accepted -> 'choice'), '$[*] ? (!(@.is_charge == true))'
  );
  given constant public.buyer_details := (select details from public.buyer_details as details where details.quotation_id = quotation);
  given_now constant text := md5(coalesce(given.delivery_places, '[]')::text);
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if jsonb_array_length(lines) = 0 then
    return null;
  end if;
  if current.id is null then
    insert into public.orders (quotation_id, version_id, number, needed_by, given_places)
    values (quotation, version.id, private.next_number('private.order_numbers', '-O', clock_timestamp()), (version.content #>> '{buyer,needed_by}')::date, given_now)
    returning * into current;
  else
    update public.orders set
      version_id = version.id, needed_by = (version.content #>> '{buyer,needed_by}')::date, cancelled_at = null, cancel_reason = null, saves = saves + 1,
      given_places = given_now
    where id = current.id;
    delete from public.order_lines as line where line.order_id = current.id and not lines @> jsonb_build_array(jsonb_build_object('id', line.line_id));
    delete from public.order_places as place where place.order_id = current.id
      and (current.given_places <> given_now or place.line_id is not null and not lines @> jsonb_build_array(jsonb_build_object('id', place.line_id)));
  end if;
  insert into public.order_lines as stored (order_id, line_id, position, quantity, needs_proof)
  select current.id, (line ->> 'id')::uuid, position, (line ->> 'quantity')::integer, exists (
    select from public.quotations join lateral private.inquiries_of_lead(quotations.lead_id) as inquiry on true
    join public.leads on leads.id = inquiry.id where quotations.id = quotation and leads.wants_branding
  ) or (select private.artworks_with(lead_id, id) <> '[]' from public.quotations where quotations.id = quotation)
  from jsonb_array_elements(lines) with ordinality as listed (line, position)
  on conflict (order_id, line_id) do update set position = excluded.position, quantity = excluded.quantity;
  insert into public.order_places (order_id, position, address, pin_code, quantity)
  select current.id, position, place ->> 'address', place ->> 'pin_code', (place ->> 'quantity')::integer
  from jsonb_array_elements(given.delivery_places) with ordinality as listed (place, position)
  where not exists (select from public.order_places as stored where stored.order_id = current.id);
  perform private.record_order_event(current.id, null, 'made', '{}', signer);
  return current.id;
end
$$;

-- Cancels the order of a quotation whose acceptance is undone. Refuses once the work has begun.
create function private.end_order(quotation uuid) returns void
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  select * into current from public.orders where orders.quotation_id = quotation for update;
  if current.id is null then
    return;
  end if;
  perform private.require(
    not exists (select from public.order_lines as line where line.order_id = current.id and line.state <> 'preparing')
      and not exists (select from public.order_dispatches as dispatch where dispatch.order_id = current.id),
    format('Work on order %s has begun: undo its steps first, or cancel the order and keep the acceptance', current.number), 'PT409'
  );
  update public.orders set cancelled_at = clock_timestamp(), cancel_reason = 'The acceptance was undone', saves = saves + 1 where id = current.id;
  perform private.record_order_event(current.id, null, 'cancelled', '{"text": "The acceptance was undone"}');
end
$$;

-- An order as the copy of its buyer's data has it; null without one.
create function private.order_as_given(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', needed_by, 'created_at', own.created_at, 'cancelled_at', cancelled_at, 'cancel_reason', cancel_reason,
    'advance_paise', advance_paise, 'advance_received_on', advance_received_on, 'news', news,
    'lines', (
      select coalesce(jsonb_agg(to_jsonb(line) - array['id', 'order_id'] || jsonb_build_object('proofs', (
        select coalesce(jsonb_agg(to_jsonb(proof) - array['id', 'order_line_id', 'made_for'] order by version), '[]')
        from public.order_proofs as proof where order_line_id = line.id
      )) order by position), '[]') from public.order_lines as line where order_id = own.id
    ),
    'places', (
      select coalesce(jsonb_agg(to_jsonb(place) - array['id', 'order_id'] order by position), '[]') from public.order_places as place where order_id = own.id
    ),
    'dispatches', (
      select coalesce(jsonb_agg(to_jsonb(dispatch) - array['id', 'order_id', 'order_line_id', 'place_id'] order by dispatched_at), '[]')
      from public.order_dispatches as dispatch where order_id = own.id
    ),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end
      ) order by event.number), '[]') from public.order_events as event where order_id = own.id
    )
  )
  from public.orders as own where quotation_id = quotation
$$;

-- The lines of orders as staff read them: with what the version says of each, and how many were dispatched and delivered.
create view private.order_line_rows with (security_invoker = true) as
select
  line.*, own.number, own.cancelled_at, item ->> 'name' || coalesce(' in ' || (item ->> 'colour'), '') as name, item,
  coalesce(sent.dispatched, 0) as dispatched, coalesce(sent.delivered, 0) as delivered
from public.order_lines as line
join public.orders as own on own.id = line.order_id
join public.quotation_versions as version on version.id = own.version_id
left join lateral (
  select item from jsonb_array_elements(version.content -> 'lines') as item where item ->> 'id' = line.line_id::text limit 1
) as content on true
cross join lateral (
  select sum(quantity)::integer as dispatched, (sum(quantity) filter (where delivered_at is not null))::integer as delivered
  from public.order_dispatches where order_line_id = line.id
) as sent;

-- What a proof of a line shows, as a hash: its product, colour and note.
create function private.proof_subject(line uuid) returns text
language sql stable set search_path = '' as $$
  select md5(jsonb_build_array(item -> 'product_id', item -> 'name', item -> 'colour', item -> 'note')::text) from private.order_line_rows where id = line
$$;

-- The order that staff act on, locked; refuses one that was saved since the caller read it, that is cancelled, or whose person was erased.
create function private.staffs_order(id uuid, saves integer default null, is_open boolean default true) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform from public.quotations where quotations.id = (select quotation_id from public.orders as listed where listed.id = staffs_order.id) for update;
  select * into current from public.orders as listed where listed.id = staffs_order.id for update;
  perform private.require(found, 'This order does not exist', 'PT404');
  perform private.require(
    not exists (select from public.quotations where quotations.id = current.quotation_id and erase_on is not null),
    'The buyer''s details were erased: this order is kept as part of the legal copy', 'PT409'
  );
  perform private.require(current.saves = coalesce(staffs_order.saves, current.saves), 'This order has changed since it was opened', 'PT409');
  perform private.require(not is_open or current.cancelled_at is null, format('Order %s is cancelled', current.number), 'PT409');
  return current;
end
$$;

create function private.make_order(quotation uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.quotations := private.staffs_quotation(quotation);
  made uuid := (select id from public.orders where orders.quotation_id = quotation);
begin
  perform private.require(current.state = 'accepted', 'Only an accepted quotation becomes an order', 'PT409');
  if made is null then
    made := private.begin_order(quotation);
    perform private.require(made is not null, 'This quotation has only charges, so there is nothing to order', '22023');
  end if;
  return made;
end
$$;

select private.expose('make_order',
  'Makes the order of a quotation that was accepted before orders were made, and gives its id; the id of the one that is there.');

-- Why a step does not fit a line; null where it does. seen is the state in which its caller saw the line.
create function private.problem_of_step(line private.order_line_rows, seen text, step text) returns text
language sql stable set search_path = '' as $$
  select format('%s of %s ', line.name, line.number) || case
    when line.cancelled_at is not null then 'cannot be moved: the order is cancelled'
    when exists (
      select from public.orders as own join public.quotations on quotations.id = own.quotation_id where own.id = line.order_id and erase_on is not null
    ) then 'cannot be moved: the person of the order was erased'
    when line.state is distinct from seen then format('is %s now: load the page again', labels ->> line.state)
    when line.state = 'returned' or array_position(states, line.state) >= array_position(states, step) then format('is already %s', labels ->> line.state)
    when step in ('delivered', 'returned') and line.state not in ('dispatched', 'delivered') then 'is not wholly dispatched yet'
    when line.state = 'preparing' and not (
      select private.is_approved(stored) from public.order_lines as stored where stored.id = line.id
    ) then 'waits for the approval of its proof'
  end
  from (values (
    '{preparing,production,packed,dispatched,delivered,returned}'::text[],
    '{"preparing": "in preparation", "production": "in production", "packed": "packed", "dispatched": "dispatched", "delivered": "delivered", "returned": "returned"}'::jsonb
  )) as named (states, labels)
$$;

-- Moves lines of an order and stores who did it, with what undoing it takes. lines [{"id", "from", "to"}]
create function private.take_order_step(
  current public.orders, kind text, lines jsonb, dispatches uuid[] default null, "text" text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  update public.order_lines as line set state = moved ->> 'to' from jsonb_array_elements(lines) as moved where line.id = (moved ->> 'id')::uuid;
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(
    current.id, case when jsonb_array_length(lines) = 1 then (lines #>> '{0,id}')::uuid end, kind,
    jsonb_build_object('lines', lines, 'dispatches', dispatches, 'text', "text")
  );
end
$$;

-- The orders of the lines that a caller named, locked one after the other behind their quotations.
create function private.orders_of_lines(lines jsonb) returns setof public.orders
language plpgsql set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(
    case when jsonb_typeof(lines) = 'array' then jsonb_array_length(lines) <= 2000 end, 'At most 2000 lines can be moved at once', '22023'
  );
  perform from public.quotations where quotations.id in (
    select own.quotation_id from public.orders as own join public.order_lines as line on line.order_id = own.id
    join jsonb_array_elements(lines) as input on line.id = (input ->> 'id')::uuid
  ) order by quotations.id for update;
  return query select * from public.orders as own where own.id in (
    select line.order_id from public.order_lines as line join jsonb_array_elements(lines) as input on line.id = (input ->> 'id')::uuid
  ) order by own.id for update;
end
$$;

-- The last step of an order that was not undone: the one that can be.
create function private.last_order_step(order_id uuid) returns public.order_events
language sql stable set search_path = '' as $$
  select * from public.order_events as step
  where step.order_id = last_order_step.order_id and step.kind in ('production', 'packed', 'dispatched', 'delivered', 'returned') and not exists (
    select from public.order_events as undoing
    where undoing.order_id = step.order_id and undoing.kind = 'undone' and undoing.value ->> 'event' = step.number::text
  )
  order by step.number desc limit 1
$$;

-- What undo_order_steps takes of a step that was just taken.
create function private.undo_of("order" uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('order_id', "order", 'event', (private.last_order_step("order")).number))
$$;

create function private.move_order_lines(lines jsonb, state text, "text" text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.cleaned_text('The reason', "text", 2000, state = 'returned');
  current public.orders;
  moved jsonb;
  problems jsonb;
  arrived uuid[];
  answer jsonb := jsonb_build_object('moved', 0, 'refused', jsonb_build_array(), 'steps', jsonb_build_array());
begin
  perform private.require(state in ('production', 'packed', 'delivered', 'returned'), 'Move lines to production, packed, delivered or returned', '22023');
  for current in select * from private.orders_of_lines(lines) loop
    select
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'from', held, 'to', move_order_lines.state)) filter (where problem is null), '[]'),
      coalesce(jsonb_agg(jsonb_build_object('id', id, 'problem', problem)) filter (where problem is not null), '[]')
    into moved, problems
    from (
      select line.id, line.state as held, private.problem_of_step(line, seen, move_order_lines.state) as problem
      from (select distinct on (input ->> 'id') input ->> 'id' as id, input ->> 'state' as seen from jsonb_array_elements(lines) as input) as named
      join private.order_line_rows as line on line.id = named.id::uuid where line.order_id = current.id order by line.position
    ) as judged;
    if moved <> '[]' then
      with now_arrived as (
        update public.order_dispatches set delivered_at = clock_timestamp()
        where move_order_lines.state = 'delivered' and delivered_at is null and order_line_id in (select (one ->> 'id')::uuid from jsonb_array_elements(moved) as one)
        returning id
      ) select array_agg(id) into arrived from now_arrived;
      perform private.take_order_step(current, move_order_lines.state, moved, arrived, reason);
      answer := answer || jsonb_build_object('steps', (answer -> 'steps') || private.undo_of(current.id));
    end if;
    answer := answer || jsonb_build_object('moved', (answer ->> 'moved')::integer + jsonb_array_length(moved), 'refused', (answer -> 'refused') || problems);
  end loop;
  return answer;
end
$$;

select private.expose('move_order_lines',
  'Moves lines of any orders, [{"id", "state": as the caller sees it}], to production, packed, delivered or returned (then with a reason), in one transaction: {"moved": how many, "refused": [{"id", "problem"}], "steps": what undo_order_steps takes}.');

-- The link of a parcel by the owner's list of couriers; null of a courier without one.
create function private.tracking_link(courier text, number text) returns text
language sql stable security definer set search_path = '' as $$
  select replace(substring(entry from 'https://\S+$'), '{number}', (
    select string_agg(case
      when letter ~ '[A-Za-z0-9._~-]' then letter else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g')
    end, '' order by position) from regexp_split_to_table(number, '') with ordinality as split (letter, position)
  ))
  from public.seller_profile cross join regexp_split_to_table(couriers, '\n') as entry
  where lower(private.trimmed(regexp_replace(entry, 'https://\S+$', ''))) = lower(courier) limit 1
$$;

-- parcels [{"id", "state", "quantity": null for the rest, "dispatched": as the caller sees it, "place"}]. A line is dispatched once its
-- whole quantity is. A part that is sent again, after a lost answer or by a colleague, does not leave twice.
create function private.dispatch_order_lines(parcels jsonb, courier text default null, tracking_number text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  carrier constant text := private.cleaned_text('The courier', courier, 100, false);
  waybill constant text := private.cleaned_text('The tracking number', tracking_number, 100, false);
  link constant text := private.tracking_link(carrier, waybill);
  current public.orders;
  parcel record;
  sent uuid;
  made uuid[];
  refused jsonb := jsonb_build_array();
  moved integer := 0;
  steps jsonb := jsonb_build_array();
begin
  for current in select * from private.orders_of_lines(parcels) loop
    made := '{}';
    for parcel in
      select line.id, private.problem_of_step(line, input ->> 'state', 'dispatched') as problem, input ->> 'place' as place, line.name, line.line_id, line.dispatched,
        input ->> 'quantity' is not null and (input ->> 'dispatched')::integer is distinct from line.dispatched as is_old,
        line.quantity - line.dispatched as remaining, coalesce((input ->> 'quantity')::integer, line.quantity - line.dispatched) as quantity
      from jsonb_array_elements(parcels) with ordinality as listed (input, turn)
      join private.order_line_rows as line on line.id = (input ->> 'id')::uuid where line.order_id = current.id order by turn
    loop
      parcel.problem := coalesce(parcel.problem, case
        when parcel.is_old then format('%s has %s dispatched now: load the page again', parcel.name, parcel.dispatched)
        when parcel.quantity < 1 then 'A parcel has a quantity of at least 1'
        when parcel.quantity > (
          select parcel.remaining - coalesce(sum(quantity), 0) from public.order_dispatches where id = any (made) and order_line_id = parcel.id
        ) then format('%s has %s left to dispatch', parcel.name, parcel.remaining)
        when parcel.place is not null and not exists (
          select from public.order_places as place
          where place.id::text = parcel.place and place.order_id = current.id and coalesce(place.line_id, parcel.line_id) = parcel.line_id
        ) then format('%s does not go to this place', parcel.name)
      end);
      if parcel.problem is null then
        insert into public.order_dispatches (order_id, order_line_id, place_id, quantity, courier, tracking_number, tracking_url)
        values (current.id, parcel.id, parcel.place::uuid, parcel.quantity, carrier, waybill, case when char_length(link) <= 500 then link end) returning id into sent;
        made := made || sent;
      else
        refused := refused || jsonb_build_object('id', parcel.id, 'problem', parcel.problem);
      end if;
    end loop;
    if cardinality(made) > 0 then
      perform private.take_order_step(current, 'dispatched', (
        select jsonb_agg(jsonb_build_object(
          'id', line.id, 'from', line.state, 'to', case when line.dispatched = line.quantity then 'dispatched' else line.state end, 'quantity', own.quantity
        ) order by line.position)
        from private.order_line_rows as line
        join (select order_line_id, sum(quantity) as quantity from public.order_dispatches where id = any (made) group by 1) as own on order_line_id = line.id
      ), made);
      moved := moved + cardinality(made);
      steps := steps || private.undo_of(current.id);
    end if;
  end loop;
  return jsonb_build_object('moved', moved, 'refused', refused, 'steps', steps);
end
$$;

select private.expose('dispatch_order_lines',
  'Dispatches parts or wholes of lines, [{"id", "state": as the caller sees it, "quantity": null for the rest, "dispatched": as seen, of a part, "place": an id or null}] in one transaction, with a courier and a number: {"moved": how many parcels, "refused": [{"id", "problem"}], "steps"}.');

create function private.deliver_dispatches(dispatches uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current public.orders;
  arrived uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  for current in
    select locked.* from (
      select own.id from public.orders as own where own.id in (select order_id from public.order_dispatches where id = any (dispatches)) order by own.quotation_id
    ) as named cross join lateral private.staffs_order(named.id) as locked
  loop
    with now_arrived as (
      update public.order_dispatches set delivered_at = clock_timestamp()
      where order_id = current.id and id = any (dispatches) and delivered_at is null returning id
    ) select array_agg(id) into arrived from now_arrived;
    if arrived is not null then
      perform private.take_order_step(current, 'delivered', (
        select jsonb_agg(jsonb_build_object(
          'id', line.id, 'from', line.state, 'to', case when line.state = 'dispatched' and line.delivered = line.quantity then 'delivered' else line.state end
        ) order by line.position)
        from private.order_line_rows as line
        where line.id in (select order_line_id from public.order_dispatches where id = any (arrived))
      ), arrived);
    end if;
  end loop;
end
$$;

select private.expose('deliver_dispatches', 'Notes that parcels have arrived. A line is delivered once its whole quantity has.');

create function private.undo_order_step(order_id uuid, event bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id);
  step constant public.order_events := private.last_order_step(current.id);
  stored constant uuid[] := array(select jsonb_array_elements_text(coalesce(step.value -> 'dispatches', '[]')))::uuid[];
begin
  perform private.require(
    not exists (select from public.order_events as undoing where undoing.order_id = current.id and undoing.kind = 'undone' and undoing.value ->> 'event' = event::text),
    'This step was undone already', 'PT409'
  );
  perform private.require(step.number = event, 'A later step was taken after this one: undo that first', 'PT409');
  delete from public.order_dispatches where step.kind = 'dispatched' and id = any (stored);
  update public.order_dispatches set delivered_at = null where step.kind = 'delivered' and id = any (stored);
  update public.order_lines as line set state = moved ->> 'from' from jsonb_array_elements(step.value -> 'lines') as moved
  where line.id = (moved ->> 'id')::uuid and line.state = moved ->> 'to';
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, step.order_line_id, 'undone', jsonb_build_object('event', event, 'kind', step.kind, 'lines', step.value -> 'lines'));
end
$$;

select private.expose('undo_order_step',
  'Undoes the last step of an order, by the number of its event: its lines that are still where it moved them are as before, parcels that it made are gone. 409 where a later step was taken.');

create function private.undo_order_steps(steps jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  step record;
  undone integer := 0;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform private.require(case when jsonb_typeof(steps) = 'array' then jsonb_array_length(steps) <= 2000 end, 'At most 2000 steps can be undone at once', '22023');
  perform from public.quotations where quotations.id in (
    select own.quotation_id from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid
  ) order by quotations.id for update;
  for step in
    select own.id, (input ->> 'event')::bigint as event
    from jsonb_array_elements(steps) as input join public.orders as own on own.id = (input ->> 'order_id')::uuid
    join public.quotations on quotations.id = own.quotation_id where own.cancelled_at is null and erase_on is null order by own.quotation_id
  loop
    if (private.last_order_step(step.id)).number = step.event then
      perform private.undo_order_step(step.id, step.event);
      undone := undone + 1;
    end if;
  end loop;
  return undone;
end
$$;

select private.expose('undo_order_steps',
  'Undoes the steps of one press, [{"order_id", "event"}] as move_order_lines gives them, and gives their number: none of an order that was moved on or cancelled meanwhile.');

create function private.save_order(
  order_id uuid, saves integer, needed_by date default null, advance_paise bigint default null, advance_received_on date default null
) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
begin
  perform private.require(needed_by between '2000-01-01' and '2999-12-31' is not false, 'Needed by must be a day like 2026-12-31', '22023');
  perform private.require(advance_paise between 1 and 1000000000000000 is not false, 'The advance must be above zero', '22023');
  perform private.require(advance_received_on is null or advance_paise is not null, 'Enter the advance that was received', '22023');
  perform private.require(
    advance_received_on between '2000-01-01' and private.day_in_india(clock_timestamp()) is not false, 'The date received cannot be in the future', '22023'
  );
  update public.orders as own set
    needed_by = save_order.needed_by, advance_paise = save_order.advance_paise, advance_received_on = save_order.advance_received_on, saves = current.saves + 1
  where own.id = current.id;
  if current.needed_by is distinct from save_order.needed_by then
    perform private.record_order_event(current.id, null, 'needed_by', jsonb_build_object('from', current.needed_by, 'until', save_order.needed_by));
  end if;
  if (current.advance_paise, current.advance_received_on) is distinct from (save_order.advance_paise, save_order.advance_received_on) then
    perform private.record_order_event(current.id, null, 'advance', jsonb_build_object(
      'paise', save_order.advance_paise, 'received_on', save_order.advance_received_on
    ));
  end if;
  return current.saves + 1;
end
$$;

select private.expose('save_order',
  'Stores by which day an order is needed, which advance was requested, and on which day it was received, if the order was saved as often as the caller knows; how often it is saved now. No payment is taken.');

-- Places as they are stored, with their ids. Refuses more gifts than the lines have.
create function private.cleaned_order_places(order_id uuid, places jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  cleaned jsonb;
  problem text;
begin
  perform private.require(
    case when jsonb_typeof(places) = 'array' then jsonb_array_length(places) <= 500 end, 'An order may have at most 500 places', '22023'
  );
  select coalesce(jsonb_agg(private.cleaned_record(
    place || jsonb_build_object('pin_code', regexp_replace(place ->> 'pin_code', '\s', '', 'g')), '{
      "id": ["Id", "id"], "line_id": ["Gift", "id"], "recipient": ["Recipient", "text", 200], "address": ["Address", "name", 400],
      "pin_code": ["PIN code", "text", 10], "phone": ["Phone", "text", 50], "quantity": ["Quantity", "whole", 1000000], "deliver_on": ["Deliver on", "day"]
    }', format('Place %s: ', position)
  ) order by position), '[]')
  into cleaned from jsonb_array_elements(places) with ordinality as listed (place, position);
  select format('Place %s: %s', position, case
    when coalesce((place ->> 'quantity')::integer, 0) < 1 then 'The quantity is at least 1'
    when place ->> 'pin_code' !~ '^[1-9][0-9]{5}$' then 'A PIN code has six digits'
    else 'This gift is not in the order'
  end) into problem
  from jsonb_array_elements(cleaned) with ordinality as listed (place, position)
  where coalesce((place ->> 'quantity')::integer, 0) < 1 or place ->> 'pin_code' !~ '^[1-9][0-9]{5}$' or place ->> 'line_id' is not null and not exists (
    select from public.order_lines as line where line.order_id = cleaned_order_places.order_id and line.line_id::text = place ->> 'line_id'
  )
  order by position limit 1;
  perform private.require(problem is null, problem, '22023');
  select format('The places have %s of %s, and the order has %s', placed, coalesce(line.name, 'all gifts'), line.quantity) into problem
  from (
    select place ->> 'line_id' as line_id, sum((place ->> 'quantity')::bigint) as placed from jsonb_array_elements(cleaned) as place group by grouping sets ((place ->> 'line_id'), ())
  ) as counted
  cross join lateral (
    select max(listed.name) filter (where counted.line_id is not null) as name, sum(listed.quantity) as quantity from private.order_line_rows as listed
    where listed.order_id = cleaned_order_places.order_id and listed.line_id::text = coalesce(counted.line_id, listed.line_id::text)
  ) as line
  where placed > line.quantity order by counted.line_id nulls last limit 1;
  perform private.require(problem is null, problem, '22023');
  return cleaned;
end
$$;

create function private.save_order_places(order_id uuid, saves integer, places jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
  cleaned constant jsonb := private.cleaned_order_places(current.id, places);
  stays constant uuid[] := array(select (place ->> 'id')::uuid from jsonb_array_elements(cleaned) as place where place ->> 'id' is not null);
begin
  perform private.require(
    not exists (select from public.order_places as place where place.id = any (stays) and place.order_id <> current.id), 'A place of another order cannot be saved', '22023'
  );
  perform private.require(
    (select count(*) from public.order_places as place where place.id = any (stays)) = cardinality(stays), 'Someone else has removed this place', 'PT409'
  );
  perform private.require(gone.position is null, format('Place %s has parcels and cannot be removed', gone.position), 'PT409') from (
    select min(place.position) as position from public.order_places as place join public.order_dispatches as parcel on parcel.place_id = place.id
    where place.order_id = current.id and place.id <> all (stays)
  ) as gone;
  delete from public.order_places as place where place.order_id = current.id and place.id <> all (stays);
  insert into public.order_places as stored (id, order_id, position, line_id, recipient, address, pin_code, phone, quantity, deliver_on)
  select
    coalesce((place ->> 'id')::uuid, gen_random_uuid()), current.id, position, (place ->> 'line_id')::uuid, place ->> 'recipient', place ->> 'address',
    place ->> 'pin_code', place ->> 'phone', (place ->> 'quantity')::integer, (place ->> 'deliver_on')::date
  from jsonb_array_elements(cleaned) with ordinality as listed (place, position)
  on conflict (id) do update set
    position = excluded.position, line_id = excluded.line_id, recipient = excluded.recipient, address = excluded.address, pin_code = excluded.pin_code,
    phone = excluded.phone, quantity = excluded.quantity, deliver_on = excluded.deliver_on;
  update public.orders as own set saves = current.saves + 1 where own.id = current.id;
  -- The history has how many there are, and no address.
  perform private.record_order_event(current.id, null, 'places', jsonb_build_object('places', jsonb_array_length(cleaned), 'gifts', private.gifts_in(cleaned)));
  return current.saves + 1;
end
$$;

select private.expose('save_order_places',
  'Stores where an order goes, at most 500 places [{"id", "line_id", "recipient", "address", "pin_code", "phone", "quantity", "deliver_on"}], in place of those before; one with an id stays, and one with parcels has to. How often the order is saved now.');

create function private.set_order_proof(line uuid, needs_proof boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order((select order_id from public.order_lines where id = line));
begin
  update public.order_lines as own set needs_proof = set_order_proof.needs_proof where own.id = line and own.state = 'preparing';
  perform private.require(found, 'Decide whether a line needs a proof before production starts', 'PT409');
  update public.orders as own set saves = own.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, line, case when needs_proof then 'needs_proof' else 'needs_no_proof' end);
end
$$;

select private.expose('set_order_proof', 'Decides whether a line of an order needs a proof that its buyer approves, while it is in preparation.');

create function private.cancel_order(order_id uuid, saves integer, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves);
  why constant text := private.cleaned_text('The reason', reason, 2000);
begin
  update public.orders as own set cancelled_at = clock_timestamp(), cancel_reason = why, saves = current.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, null, 'cancelled', jsonb_build_object('text', why));
  return current.saves + 1;
end
$$;

select private.expose('cancel_order', 'Cancels an order for a reason. Its lines stay where they are, and its quotation stays accepted.');

create function private.resume_order(order_id uuid, saves integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order(order_id, saves, false);
begin
  if current.cancelled_at is null then
    return current.saves;
  end if;
  perform private.require(
    exists (select from public.quotations where quotations.id = current.quotation_id and state = 'accepted'), 'Its quotation is no longer accepted', 'PT409'
  );
  update public.orders as own set cancelled_at = null, cancel_reason = null, saves = current.saves + 1 where own.id = current.id;
  perform private.record_order_event(current.id, null, 'resumed');
  return current.saves + 1;
end
$$;

select private.expose('resume_order', 'Takes up a cancelled order again where it was, while its quotation is accepted.');

-- The working day, Monday to Friday, that is so many before a day.
create function private.working_days_before(day date, days integer) returns date
language sql immutable set search_path = '' as $$
  select date_trunc('week', day)::date + 7 * floor(place / 5.0)::integer + place - 5 * floor(place / 5.0)::integer
  from (select least(extract(isodow from day)::integer, 6) - 1 - days as place) as counted
$$;

-- One row an order. Its state is that of its line that is least far, without those that were returned; "proof" where such a line needs one.
-- start_on is the day by which its work begins: needed by, less the longest lead time of the products in preparation.
create view private.order_rows with (security_invoker = true) as
select
  own.id, own.number, own.quotation_id, own.needed_by, own.created_at, quotation.owner_id, quotation.owner_email, quotation.lead_id, quotation.contact_id,
  quotation.number as quotation_number, version.content #>> '{buyer,company}' as company,
  case when quotation.erase_on is null then version.content #>> '{buyer,name}' end as name, version.total_paise, made.lines,
  case
    when own.cancelled_at is not null then 'cancelled' when made.least is null then 'returned' when made.least = 1 and made.has_proof then 'proof'
    else (array['preparing', 'production', 'packed', 'dispatched', 'delivered'])[made.least]
  end as state,
  own.cancelled_at is null and quotation.erase_on is null and coalesce(made.least, 5) < 5 as is_open,
  case when made.lead_days is null then own.needed_by else private.working_days_before(own.needed_by, made.lead_days) end as start_on,
  case when own.cancelled_at is null and made.least = 5 then (
    select private.day_in_india(max(delivered_at)) from public.order_dispatches where order_id = own.id
  ) end as delivered_on,
  own.cancelled_at is null and quotation.erase_on is null and (made.waits or coalesce(made.least, 5) < 5 and own.advance_paise is not null and own.advance_received_on is null) as waits_for_buyer,
  lower(concat_ws(
    ' ', own.number, quotation.number, version.content #>> '{buyer,company}', version.accepted ->> 'purchase_order',
    -- No one finds an erased person by their name.
    case when quotation.erase_on is null then concat_ws(' ', version.content #>> '{buyer,name}', version.content #>> '{buyer,email}', version.content #>> '{buyer,phone}') end,
    jsonb_path_query_array(version.content, '$.lines[*].name')
  )) as search_text
from public.orders as own
join public.quotations as quotation on quotation.id = own.quotation_id
join public.quotation_versions as version on version.id = own.version_id
cross join lateral (
  select
    min(array_position(array['preparing', 'production', 'packed', 'dispatched', 'delivered'], line.state)) as least,
    coalesce(bool_or(line.state = 'preparing' and line.needs_proof), false) as has_proof, coalesce(bool_or(private.waits_for_buyer(line)), false) as waits,
    max(coalesce(product.lead_days_to, product.lead_days_from)) filter (where line.state = 'preparing') as lead_days,
    coalesce(jsonb_agg(jsonb_build_object('id', line.id, 'state', line.state) order by line.position), '[]') as lines
  from public.order_lines as line
  left join lateral (
    select (item ->> 'product_id')::uuid as id from jsonb_array_elements(version.content -> 'lines') as item where item ->> 'id' = line.line_id::text limit 1
  ) as content on true
  left join public.products as product on product.id = content.id
  where line.order_id = own.id
) as made;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create function private.matching_orders(words text, filters jsonb) returns setof private.order_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'due', 'waits', 'open', 'owner', 'lead', 'company', 'since', 'before', 'delivered', 'kept'] = '{}', 'Orders have no such filter', '22023'
  );
  select * from private.order_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'due' or is_open and case filters ->> 'due'
      when 'late' then needed_by < private.day_in_india(now())
      else needed_by >= private.day_in_india(now()) and start_on <= private.day_in_india(now()) + 7
    end)
    and (filters ->> 'waits' is distinct from 'yes' or waits_for_buyer)
    and (filters ->> 'open' is distinct from 'yes' or is_open)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or lead_id = (filters ->> 'lead')::uuid)
    and (not filters ? 'company' or (select company_id from public.contacts where contacts.id = listed.contact_id) is not distinct from nullif(filters ->> 'company', 'none')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
    and (not filters ? 'delivered' or delivered_on between split_part(filters ->> 'delivered', '_', 1)::date and split_part(filters ->> 'delivered', '_', 2)::date)
    and (not filters ? 'kept' or case filters ->> 'kept' when 'yes' then delivered_on <= needed_by when 'no' then delivered_on > needed_by else needed_by is null end)
$$;

-- Filters: state, also proof and cancelled; due, late (open, and needed before today) or week (open, not late, and its work begins within seven days);
-- waits: yes, for an approval or an advance; open: yes; owner, the id of one of administrators(), or none; lead; company, or none; since and before, of
-- their beginning; delivered, days like 2027-03-01_2027-03-15; kept, whether they were delivered by the day they were needed: yes, no, or none without a day.
-- A text that sorts as the value does, in every client.
create function private.find_orders(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, number text, company text, name text, state text, needed_by date, start_on date, delivered_on date, is_late boolean, waits_for_buyer boolean, total_paise bigint,
  owner_email text, quotation_id uuid, quotation_number text, created_at timestamptz, lines jsonb, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'number', 'company', 'total', 'state', 'needed_by', 'start_on', 'owner'),
    'Orders are sorted by created_at, number, company, total, state, needed_by, start_on or owner', '22023'
  );
  select
    found.id, found.number, company, name, found.state, needed_by, start_on, delivered_on, is_open and coalesce(needed_by < private.day_in_india(now()), false),
    waits_for_buyer, total_paise, owner_email, quotation_id, quotation_number, created_at, lines, key
  from private.matching_orders(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'number' then found.number
      when 'company' then lower(company)
      when 'total' then lpad(total_paise::text, 20, '0')
      when 'state' then array_position(array['proof', 'preparing', 'production', 'packed', 'dispatched', 'delivered', 'returned', 'cancelled'], found.state)::text
      when 'needed_by' then coalesce(needed_by::text, '~')
      when 'start_on' then coalesce(start_on::text, '~')
      when 'owner' then lower(owner_email)
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

select private.expose('find_orders',
  'Orders with all of the words in their number, that of the quotation, buyer, purchase order or products, that meet the filters of find_orders in the schemas: at most "size" of those beyond a sort_key and an id. Nothing for anyone but administrators and sales.');

create function private.count_orders(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_orders(words, filters) having (select private.is_staff())
$$;

select private.expose('count_orders', 'How many orders find_orders finds in all. Null for anyone but administrators and sales.');

create function private.order_details(order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  select * into current from public.orders where orders.id = order_details.order_id;
  perform private.require(found, 'This order does not exist', 'PT404');
  return (
    select jsonb_build_object(
      'order', to_jsonb(current) || jsonb_build_object('state', listed.state, 'start_on', start_on, 'delivered_on', delivered_on, 'waits_for_buyer', waits_for_buyer, 'total_paise', listed.total_paise),
      'buyer', jsonb_build_object('company', company, 'name', name),
      'quotation', jsonb_build_object('id', quotation.id, 'number', quotation.number, 'state', quotation.state, 'owner_email', quotation.owner_email, 'erase_on', quotation.erase_on),
      'lead', (select jsonb_build_object('id', id, 'reference', reference) from public.leads where id = listed.lead_id),
      'purchase_order', version.accepted -> 'purchase_order', 'purchase_orders', private.given_by_buyer(quotation.id) -> 'purchase_orders', 'artworks', private.given_by_buyer(quotation.id) -> 'artworks',
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', line.id, 'line_id', line.line_id, 'quantity', line.quantity, 'needs_proof', line.needs_proof, 'state', line.state, 'name', line.name,
          'product_id', item -> 'product_id', 'code', item -> 'code', 'note', item -> 'note', 'image_url', item -> 'image_url', 'dispatched', line.dispatched,
          'delivered', line.delivered, 'is_approved', private.is_approved(stored),
          'proofs', private.proofs_of(line.id)
        ) order by line.position), '[]')
        from private.order_line_rows as line join public.order_lines as stored on stored.id = line.id where line.order_id = current.id
      ),
      'places', (select coalesce(jsonb_agg(to_jsonb(place) - 'order_id' order by position), '[]') from public.order_places as place where place.order_id = current.id),
      'dispatches', (
        select coalesce(jsonb_agg(to_jsonb(dispatch) - 'order_id' order by dispatched_at, id), '[]') from public.order_dispatches as dispatch where dispatch.order_id = current.id
      ),
      'events', (select coalesce(jsonb_agg(to_jsonb(event) - 'order_id' order by event.number), '[]') from public.order_events as event where event.order_id = current.id),
      'undo', (private.last_order_step(current.id)).number
    )
    from private.order_rows as listed join public.quotations as quotation on quotation.id = listed.quotation_id
    join public.quotation_versions as version on version.id = current.version_id
    where listed.id = current.id
  );
end
$$;

select private.expose('order_details',
  'An order with all that staff see of it: {"order", "buyer", "quotation", "lead", "purchase_order": its number, "purchase_orders": its files, "lines", "places", "dispatches", "events", "undo": the number of the step that can be undone}. 404 for an unknown one.');

-- Of orders that were delivered in a time, how many by the day they were needed; and what is open now: {"delivered", "on_time", "too_late", "without_day",
-- "open", "open_paise", "late", "late_paise"}.
create function private.order_figures(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'delivered', count(*) filter (where is_delivered), 'on_time', count(*) filter (where is_delivered and delivered_on <= needed_by),
    'too_late', count(*) filter (where is_delivered and delivered_on > needed_by), 'without_day', count(*) filter (where is_delivered and needed_by is null),
    'open', count(*) filter (where is_open), 'open_paise', coalesce(sum(total_paise) filter (where is_open), 0),
    'late', count(*) filter (where is_late), 'late_paise', coalesce(sum(total_paise) filter (where is_late), 0)
  )
  from private.order_rows
  cross join lateral (select delivered_on between since and until as is_delivered, is_open and needed_by < private.day_in_india(now()) as is_late) as counted
$$;

-- What a foreign key would do for artwork and samples. With one they would be a second way from a quotation to its lead, and the API
-- would refuse to read quotations with their leads, as the apps do, also of earlier versions.
create function private.leave_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.artworks where quotation_id = old.id;
  update public.samples set quotation_id = null where quotation_id = old.id;
  return null;
end
$$;

-- The artwork of an inquiry and of its quotations, or of one quotation and all inquiries of its lead: [{"id", "name", "size",
-- "given_at", "is_own": whether it was given to the one that is asked about, whose link removes it}].
create function private.artworks_with(lead uuid, quotation uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'name', name, 'size', length(content), 'given_at', given_at, 'is_own', case when quotation is null then lead_id = lead is true else quotation_id = quotation is true end
  ) order by given_at, id), '[]')
  from private.artworks
  where lead_id = lead or quotation_id = quotation
    or quotation is not null and lead_id in (select inquiry.id from private.inquiries_of_lead(lead) as inquiry)
    or quotation is null and quotation_id in (select own.id from public.quotations as own where own.lead_id = lead)
$$;

-- A row with the owner of the artwork that a token gives access to: its quotation by a buyer's link, else its inquiry by a private
-- link or a reference. Ended links and erased inquiries take none.
create function private.artwork_owner(token text) returns private.artworks
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
  lead public.leads;
  owner private.artworks;
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    version := private.locked_version(private.quotation_link(token, '{buyer}'), '{sent,expired,change_asked,accepted}');
    owner.quotation_id := version.quotation_id;
  else
    lead := private.linked_inquiry(token);
    perform from public.lead_handling as handling where handling.lead_id = lead.id and handling.state <> 'withdrawn' for update;
    perform private.require(
      found and exists (select from public.leads where id = lead.id and erased_at is null), 'This inquiry was withdrawn: please send a new one.', '22023'
    );
    owner.lead_id := lead.id;
  end if;
  return owner;
end
$$;

-- Tells the seller, in the history of the quotation or of the inquiry: by an e-mail of the first in ten minutes, and not of one that
-- comes with its inquiry, nor of a removal. So many are stored a day, that no link fills the history.
create function private.record_artwork(token text, artwork private.artworks, is_removed boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  stored bigint;
  recent timestamptz[];
begin
  if artwork.quotation_id is not null then
    perform private.record_by_link(private.quotation_link(token, '{buyer}'), 'artwork', jsonb_strip_nulls(
      jsonb_build_object('text', artwork.name, 'removed', case when is_removed then 'yes' end)
    ));
    return;
  end if;
  recent := array(
    select created_at from public.lead_events
    where lead_id = artwork.lead_id and kind = 'added' and value like 'Artwork%' and created_at > now() - interval '1 day' order by created_at desc
  );
  perform private.require(cardinality(recent) < 20, 'Too many files were added here today. Please write to us.', 'PT429');
  insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
  select id, auth.uid(), email, 'added', case when is_removed then 'Artwork removed: ' else 'Artwork: ' end || artwork.name
  from public.leads where id = artwork.lead_id
  returning event.number into stored;
  perform private.queue_notices(id, stored) from public.leads
  where id = artwork.lead_id and not is_removed and greatest(created_at, recent[1]) < now() - interval '10 minutes';
end
$$;

-- A line that was to be produced without a proof waits for one when a logo comes later, unless the staff have decided that it needs none.
-- An order on which someone acts at this moment stays as it is, since they may wait for what is locked here.
create function private.ask_for_proofs(owner private.artworks) returns void
language plpgsql set search_path = '' as $$
declare
  waiting record;
begin
  for waiting in
    select own.id as order_id, line.id
    from public.orders as own join public.quotations on quotations.id = own.quotation_id join public.order_lines as line on line.order_id = own.id
    where line.state = 'preparing' and not line.needs_proof and own.cancelled_at is null and (
      quotations.id = owner.quotation_id
      or quotations.lead_id in (select unnest(array[handling.lead_id, merged_into]) from public.lead_handling as handling where handling.lead_id = owner.lead_id)
    ) and not exists (select from public.order_events as decided where decided.order_line_id = line.id and decided.kind = 'needs_no_proof')
    for update of own, line skip locked
  loop
    update public.order_lines as line set needs_proof = true where line.id = waiting.id;
    update public.orders as own set saves = own.saves + 1 where own.id = waiting.order_id;
    perform private.record_order_event(waiting.order_id, waiting.id, 'needs_proof', jsonb_build_object('text', 'A logo was added'), '');
  end loop;
end
$$;

-- At most three files of 20 MB together, and 100 MB a day of one network. The same file again, after a lost answer, is stored once.
create function private.attach_artwork(token text, name text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  label constant text := private.file_label(name, 'Logo', type);
  tomorrow constant timestamptz := (private.day_in_india(now()) + 1)::timestamp at time zone 'Asia/Kolkata';
  network constant text := private.client_network();
  used bigint;
  stored private.artworks;
begin
  perform private.require(
    type in ('image/svg+xml', 'application/pdf', 'application/postscript', 'image/png', 'image/jpeg'), 'A logo is an SVG, PDF, AI, EPS, PNG or JPEG file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A logo may have at most 10 MB', '22023');
  if exists (
    select from private.artworks as other
    where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id) and other.content = file
  ) then
    return;
  end if;
  perform private.require(
    (
      select count(*) < 3 and coalesce(sum(length(other.content)), 0) + length(file) <= 20 * 1024 * 1024
      from private.artworks as other where coalesce(other.quotation_id, other.lead_id) = coalesce(owner.quotation_id, owner.lead_id)
    ), 'You may add at most three files, with 20 MB together. Remove one, or write to us.', '22023'
  );
  if network is not null then
    insert into private.event_quotas as quota (client, events, counted_at)
    values (private.quota_key(tomorrow, 'artwork', network), length(file), tomorrow)
    on conflict on constraint event_quotas_pkey do update set events = quota.events + excluded.events returning events into used;
    perform private.require(used <= 100 * 1024 * 1024, 'Too many files were added here today. Please write to us.', 'PT429');
  end if;
  insert into private.artworks (lead_id, quotation_id, name, content) values (owner.lead_id, owner.quotation_id, label, file)
  returning * into stored;
  perform private.ask_for_proofs(owner);
  perform private.record_artwork(token, stored);
end
$$;

select private.expose('attach_artwork',
  'Adds a logo in base64 to the inquiry of a private link or reference, or to the quotation of a buyer''s link: SVG, PDF, AI, EPS, PNG or JPEG of at most 10 MB. The seller is told.');

create function private.remove_artwork(token text, id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner constant private.artworks := private.artwork_owner(token);
  removed private.artworks;
begin
  delete from private.artworks as stored
  where stored.id = remove_artwork.id and (stored.quotation_id = owner.quotation_id or stored.lead_id = owner.lead_id)
  returning * into removed;
  perform private.require(
    removed.id is not null or not exists (select from private.artworks as stored where stored.id = remove_artwork.id),
    'Remove this logo on the page where you added it.', 'PT404'
  );
  if removed.id is not null then
    perform private.record_artwork(token, removed, true);
  end if;
end
$$;

select private.expose('remove_artwork', 'Removes a logo from the inquiry or quotation of a token, as attach_artwork takes it. The seller is told.');

create function private.lead_artworks(lead uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales read the artwork of an inquiry');
  select private.artworks_with(lead)
$$;

select private.expose('lead_artworks', 'The artwork of an inquiry and of its quotations: [{"id", "name", "size", "given_at"}]. For administrators and sales.');

create function private.artwork_file(id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  file private.artworks;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read artwork');
  select * into file from private.artworks as stored where stored.id = artwork_file.id;
  perform private.require(file.id is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(file.name, file.content);
end
$$;

select private.expose('artwork_file', 'The file of a logo: {"name", "type", "content": base64}. For administrators and sales.');

-- What the buyer of a quotation has given: {"details": {"gstin", "billing_address", "delivery_places", "given_at"}, or null,
-- "purchase_orders", "artworks": [{"id", "name", "size", "given_at"}]}.
create function private.given_by_buyer(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'details', (select to_jsonb(details) - 'quotation_id' from public.buyer_details as details where quotation_id = quotation),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'size', length(content), 'given_at', given_at) order by given_at), '[]')
      from private.purchase_orders where quotation_id = quotation
    ),
    'artworks', private.artworks_with((select lead_id from public.quotations where id = quotation), quotation)
  )
$$;

create or replace function private.save_privacy_notice(form text, language text, "text" text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  input text;
  last public.privacy_notices;
begin
  perform private.require(private.is_admin(), 'Only administrators can write notices');
  input := private.cleaned_text('The text', "text", 5000);
  perform pg_advisory_xact_lock(hashtextextended('privacy notice', 0));
  select * into last from public.privacy_notices as notice
  where notice.form = save_privacy_notice.form and notice.language = save_privacy_notice.language order by notice.version desc limit 1;
  if last.text = input then
    return last.version;
  end if;
  insert into public.privacy_notices (form, language, version, text)
  values (save_privacy_notice.form, save_privacy_notice.language, coalesce(last.version, 0) + 1, input);
  return coalesce(last.version, 0) + 1;
end
$$;

-- The leads that retention may erase one day: by what became of the lead, or of the one that stands for it, and since when. Those
-- in progress and quoted are none of them, nor are those with an open order.
create or replace function private.settled_leads() returns table (lead_id uuid, kind text, since timestamptz)
language sql stable set search_path = '' as $$
  select own.lead_id, case when standing.state in ('won', 'lost') then standing.state else 'unanswered' end, coalesce((
    select max(event.created_at) from public.lead_events as event where event.lead_id = standing.lead_id and event.kind = 'state'
  ), own.created_at)
  from public.lead_handling as own
  join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  join public.leads as lead on lead.id = own.lead_id and lead.erased_at is null
  where (standing.state in ('won', 'lost', 'withdrawn', 'spam') or standing.answered_at is null) and not exists (
    select from public.quotations as quotation join public.orders as made on made.quotation_id = quotation.id
    join public.order_lines as line on line.order_id = made.id
    where quotation.lead_id in (own.lead_id, standing.lead_id) and quotation.erase_on is null
      and made.cancelled_at is null and line.state not in ('delivered', 'returned')
  )
$$;

create or replace function private.save_retention(kind text, days integer, warns boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can change the retention');
  perform private.require(
    save_retention.days between 1 and 36500 is not false, 'Write a number of days between 1 and 36500, or none', '22023'
  );
  update public.retention as retained set days = save_retention.days, warns = coalesce(save_retention.warns, false)
  where retained.kind = save_retention.kind;
  perform private.require(found, 'There is no such kind of data', '22023');
end
$$;

-- "due_now" is how many are older, and "next_on" the day in India on which the next one is, null without one; of the server's files
-- of e-mails neither is known.
create or replace function private.retention_due(of_kind text default null, of_days integer default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can change the retention');
  return (
    with retained as (
      select kind, coalesce(of_days, days) as days, warns, last_run_at from public.retention where kind = of_kind or of_kind is null
    ), dated as (
      select kind, since from private.settled_leads()
      union all select 'searches', searched_at from public.missed_searches
      union all select 'searches', (day + 1)::timestamp at time zone 'Asia/Kolkata' from public.daily_counts
        where daily_counts.kind in ('searched', 'not_found', 'search_chosen') and key <> ''
      union all select 'logs', at from private.dated_logs() as at
      union all select 'access_log', at from public.access_log
    ), counted as (
      select
        retained.kind, count(since) filter (where since < now() - make_interval(days => days)) as due_now,
        private.day_in_india(case when min(since) is not null then greatest(now(), min(since) + make_interval(days => days)) end) as next_on
      from retained left join dated using (kind) group by retained.kind, days
    )
    select jsonb_agg(jsonb_build_object(
      'kind', kind, 'days', days, 'warns', warns, 'due_now', case when kind <> 'mail_files' then due_now end,
      'next_on', case when days is not null and kind <> 'mail_files' then next_on end, 'last_run_at', last_run_at
    ) order by array_position(array['unanswered', 'lost', 'won', 'searches', 'logs', 'mail_files', 'access_log'], kind))
    from retained join counted using (kind)
  );
end
$$;

-- Of more than a hundred leads one row, and of a contact without any.
create function private.log_access(action text, leads uuid[], actor_email text, contact uuid default null) returns void
language sql set search_path = '' as $$
  insert into public.access_log (actor_id, actor_email, action, lead_id, leads, lead_ids, contact_id)
  select auth.uid(), log_access.actor_email, log_access.action, id, 1, null, coalesce(contact, contact_id) from public.leads
  where id = any (log_access.leads) and cardinality(log_access.leads) <= 100
  union all
  select auth.uid(), log_access.actor_email, log_access.action, null, cardinality(log_access.leads), nullif(log_access.leads, '{}'), contact
  where cardinality(log_access.leads) > 100 or log_access.leads = '{}' and contact is not null
$$;

create or replace function private.record_access(action text, leads uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can read leads');
  perform private.require(action in ('opened', 'exported', 'copied'), 'The access log has no such action', '22023');
  perform private.log_access(action, leads, (select email::text from auth.users where id = auth.uid()));
  -- An order outlives its lead.
  if leads = '{}' then
    insert into public.access_log (actor_id, actor_email, action, leads)
    select id, email, record_access.action, 0 from auth.users where id = auth.uid();
  end if;
end
$$;

create function private.newest_proof(line uuid) returns public.order_proofs
language sql stable security definer set search_path = '' as $$
  select * from public.order_proofs where order_line_id = line order by version desc limit 1
$$;

-- A line that is in production waits again.
create function private.add_proof(line uuid, name text, content text, note text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  current constant public.orders := private.staffs_order((select order_id from public.order_lines where id = line));
  own public.order_lines;
  newest public.order_proofs;
  file constant bytea := decode(content, 'base64');
  type constant text := private.content_type(file);
  subject constant text := private.proof_subject(line);
  remark constant text := private.cleaned_text('The note', note, 1000, false);
  made public.order_proofs;
begin
  perform private.require(
    type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp'), 'A proof is a PDF, PNG, JPEG or WebP file', '22023'
  );
  perform private.require(length(file) <= 10 * 1024 * 1024, 'A proof may have at most 10 MB', '22023');
  select * into own from public.order_lines where id = line;
  perform private.require(own.state in ('preparing', 'production'), 'This line has been produced: you can no longer add a proof', 'PT409');
  newest := private.newest_proof(line);
  -- The same again, after a lost answer.
  if newest.decision is null and newest.sha256 = encode(sha256(file), 'hex') and newest.made_for = subject is not false then
    return newest.id;
  end if;
  perform private.require(coalesce(newest.version, 0) < 20, 'A line may have at most 20 versions of its proof', '22023');
  insert into public.order_proofs (order_line_id, version, name, note, sha256, made_for)
  values (line, coalesce(newest.version, 0) + 1, private.file_label(add_proof.name, 'Proof', type), remark, encode(sha256(file), 'hex'), subject)
  returning * into made;
  insert into private.order_proof_files (proof_id, content) values (made.id, file);
  update public.order_lines set needs_proof = true, state = 'preparing' where id = line;
  update public.orders set saves = saves + 1 where id = current.id;
  perform private.record_order_event(current.id, line, 'proof', jsonb_build_object(
    'version', made.version, 'name', made.name, 'waits', case when own.state = 'production' then 'again' end,
    'lines', jsonb_build_array(jsonb_build_object('id', line))
  ));
  return made.id;
end
$$;

select private.expose('add_proof',
  'Adds a version of a line''s proof in base64, a PDF, PNG, JPEG or WebP of at most 10 MB, with a note to the buyer, and gives its id. The line waits for the buyer''s approval, also one in production.');

-- The approval names the version, the person, the time and the hash of the file.
create function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{accepted}');
  signer constant text := private.cleaned_text('Your name', name, 200);
  remark constant text := private.cleaned_text('What to change', comment, 2000, is_approved is not true);
  decided constant text := case when is_approved then 'approved' else 'change' end;
  line private.order_line_rows;
  current public.order_proofs;
begin
  perform private.require(is_approved is not null, 'Approve or ask for a change', '22023');
  perform from public.orders where quotation_id = version.quotation_id for update;
  select rows.* into line from private.order_line_rows as rows
  join public.orders as own on own.id = rows.order_id join public.order_proofs as listed on listed.order_line_id = rows.id
  where own.quotation_id = version.quotation_id and listed.id = proof;
  perform private.require(line.id is not null, 'This proof is not in your order', 'PT404');
  perform private.require(line.cancelled_at is null, 'This order is cancelled', 'PT409');
  perform private.require(line.state = 'preparing' and line.needs_proof, 'This line no longer needs an approval', 'PT409');
  current := private.newest_proof(line.id);
  perform private.require(current.id = proof, 'There is a newer proof: please look at that one', 'PT409');
  perform private.require(
    current.made_for = private.proof_subject(line.id) is not false, 'The order has changed since this proof: we are preparing a new one', 'PT409'
  );
  if current.decision = decided and current.decided_by = signer and current.comment is not distinct from remark then
    return;
  end if;
  perform private.require(
    current.decision is null, format('%s by %s already', case current.decision when 'approved' then 'Approved' else 'A change was requested' end, current.decided_by), 'PT409'
  );
  update public.order_proofs set decision = decided, decided_at = now(), decided_by = signer, comment = remark where id = proof;
  update public.orders set saves = saves + 1 where id = line.order_id;
  perform private.record_order_event(line.order_id, line.id, 'proof_' || decided, jsonb_build_object(
    'version', current.version, 'sha256', current.sha256, 'text', remark
  ), signer);
  perform private.record_by_link(link, 'proof_' || decided, jsonb_build_object(
    'text', concat_ws(E'\n', format('Proof %s of %s', current.version, line.name), remark), 'sha256', current.sha256
  ), signer);
end
$$;

select private.expose('decide_proof',
  'Approves the newest proof of a line by the token of its buyer''s link, or asks for a change with a comment. The seller is told. 409 where there is a newer one, or it is decided.');

create function private.proof_file(id uuid, token text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  own_quotation constant uuid := case when token is not null then (private.shown_version(token)).quotation_id end;
  found_one jsonb;
begin
  perform private.require(token is not null or private.is_staff(), 'Only administrators and sales read the proofs of an order');
  select private.file_as_json(proof.name, file.content) into found_one
  from public.order_proofs as proof join private.order_proof_files as file on file.proof_id = proof.id
  join public.order_lines as line on line.id = proof.order_line_id join public.orders as own on own.id = line.order_id
  where proof.id = proof_file.id and own.quotation_id = coalesce(own_quotation, own.quotation_id);
  perform private.require(found_one is not null, 'This file was removed.', 'PT404');
  return found_one;
end
$$;

select private.expose('proof_file',
  'The file of a proof: {"name", "type", "content": base64}. For administrators and sales, and by the token of its buyer''s link.');

-- The proofs of a line, the newest first: [{"id", "version", "name", "note", "sha256", "size", "created_at", "decision",
-- "decided_at", "decided_by", "comment", "is_outdated": whether the line is another one than it was made for}].
create function private.proofs_of(line uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    to_jsonb(proof) - array['order_line_id', 'made_for'] || jsonb_build_object(
      'size', length(file.content), 'is_outdated', made_for = private.proof_subject(line) is false
    ) order by version desc
  ), '[]')
  from public.order_proofs as proof left join private.order_proof_files as file on file.proof_id = proof.id where order_line_id = line
$$;

-- The order of a quotation as its buyer's link shows it, without addresses; null without one.
create function private.order_on_link(quotation uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'number', own.number, 'needed_by', own.needed_by, 'created_at', own.created_at, 'cancelled_at', own.cancelled_at,
    'cancel_reason', own.cancel_reason, 'advance_paise', own.advance_paise, 'advance_received_on', own.advance_received_on, 'news', own.news,
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', line.id, 'line_id', line.line_id, 'name', line.name, 'quantity', line.quantity, 'state', line.state, 'needs_proof', line.needs_proof,
        'dispatched', line.dispatched, 'delivered', line.delivered, 'proofs', private.proofs_of(line.id)
      ) order by line.position), '[]')
      from private.order_line_rows as line where line.order_id = own.id
    ),
    'parcels', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', parcel.id, 'line_id', line.line_id, 'quantity', parcel.quantity, 'courier', courier, 'tracking_number', tracking_number,
        'tracking_url', tracking_url, 'place', coalesce(place.recipient, place.pin_code), 'dispatched_at', dispatched_at, 'delivered_at', delivered_at
      ) order by dispatched_at, parcel.id), '[]')
      -- The newest hundred, since the page is read again and again.
      from (select * from public.order_dispatches where order_id = own.id order by dispatched_at desc, id limit 100) as parcel
      join public.order_lines as line on line.id = parcel.order_line_id
      left join public.order_places as place on place.id = parcel.place_id
    ),
    'places', (select count(*) from public.order_places where order_id = own.id)
  )
  from public.orders as own where own.quotation_id = quotation
$$;

create function private.choose_order_news(token text, news text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  link constant public.quotation_links := private.quotation_link(token, '{buyer}');
  version constant public.quotation_versions := private.locked_version(link, '{accepted}');
  known constant text[] := array['proof', 'production', 'packed', 'dispatched', 'delivered'];
begin
  perform private.require(news <@ known, 'Choose among proof, production, packed, dispatched and delivered', '22023');
  update public.orders set news = array(select word from unnest(known) as word where word = any (choose_order_news.news))
  where quotation_id = version.quotation_id;
end
$$;

select private.expose('choose_order_news',
  'Stores of which steps of the order the buyer of a link hears by e-mail: of proof, production, packed, dispatched and delivered.');

-- What an e-mail says of a step of an order: its lines, or its parcels with couriers and links; twenty at most. No address is in it.
create function private.news_text(step public.order_events) returns text
language sql stable security definer set search_path = '' as $$
  with said as (
    select row_number() over (order by line.position, parcel.dispatched_at) as turn, concat_ws(
      ', ', coalesce(parcel.quantity::text || ' of ', '') || line.name, 'by ' || parcel.courier, 'number ' || parcel.tracking_number, parcel.tracking_url
    ) as words
    from private.order_line_rows as line
    left join public.order_dispatches as parcel on parcel.order_line_id = line.id and step.value -> 'dispatches' ? parcel.id::text
    where line.order_id = step.order_id and step.value -> 'lines' @> jsonb_build_array(jsonb_build_object('id', line.id))
  )
  select string_agg(words, E'\n' order by turn) filter (where turn <= 20) || case when count(*) > 20 then format(E'\nand %s more', count(*) - 20) else '' end
  from said
$$;

-- Tells the buyer of the steps that they hear of. An undone step is not told where its e-mail has not left, nor is any of a cancelled
-- order: they wait a minute.
create function private.tell_buyer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own public.orders;
begin
  if new.kind in ('undone', 'cancelled') then
    delete from public.outbox where state = 'queued' and attempts = 0 and quotation_event in (
      select told.number from public.orders join public.quotation_events as told on told.quotation_id = orders.quotation_id
      where orders.id = new.order_id and told.kind = 'news' and (new.kind = 'cancelled' or told.value ->> 'event' = new.value ->> 'event')
    );
    return null;
  end if;
  -- Whose links the staff have ended gets no new one by a step.
  select * into own from public.orders where id = new.order_id and new.kind = any (orders.news) and cancelled_at is null and (
    exists (select from public.quotation_links as link where link.quotation_id = orders.quotation_id and purpose = 'buyer' and ended_at is null)
    or not exists (select from public.quotation_links as link where link.quotation_id = orders.quotation_id)
  );
  if own.id is not null then
    perform private.record_quotation_event(own.quotation_id, own.version_id, 'news', jsonb_build_object(
      'about', new.kind, 'order', own.number, 'event', new.number::text, 'text', private.news_text(new)
    ));
  end if;
  return null;
end
$$;

-- The owner's rules; those of a new site until settings are saved.
create function private.sample_rules(out is_offered boolean, out charge integer, out a_month integer, out return_days integer)
language sql stable security definer set search_path = '' as $$
  select coalesce(offers_samples, true), sample_charge, coalesce(samples_a_month, 3), sample_return_days
  from (values (1)) as one left join public.site_settings on true
$$;

-- The lead of a buyer's link, or of the reference of one of the caller's own, and the quotation of a link to one. Whether its address is
-- proven: the link was mailed to it.
create function private.lead_of_samples(token text, out lead uuid, out quotation uuid, out is_proven boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select from public.quotation_links where hash = private.link_hash(token)) then
    quotation := (private.shown_version(token)).quotation_id;
    select lead_id into lead from public.quotations where id = quotation;
  else
    lead := (private.linked_inquiry(token)).id;
  end if;
  perform private.require(exists (select from public.leads where id = lead and erased_at is null), 'The details of this inquiry were deleted.', 'PT409');
  is_proven := quotation is not null or exists (select from public.outbox where links @> array[private.link_hash(token)]);
end
$$;

-- For whom samples count. What strangers ask for in the name of a company counts apart from what its proven addresses ask for; those at a
-- public mail host count alone.
create function private.company_of_samples(lead public.leads, is_proven boolean) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    'domain ' || private.own_domain((
      select users.email from public.profiles join auth.users using (id) where profiles.id = (select auth.uid()) and address_proven_at is not null
    )),
    case when is_proven then 'domain ' || private.own_domain(lead.email) end,
    'contact ' || (
      select contacts.id::text from public.profiles join auth.users using (id) join public.contacts on contacts.email = lower(users.email)
      where profiles.id = (select auth.uid()) and address_proven_at is not null
    ),
    case when is_proven then 'contact ' || lead.contact_id end,
    'company ' || coalesce((select company_id::text from public.contacts where contacts.id = lead.contact_id), lower(lead.company))
  )
$$;

-- A company has so many samples a month of India, of which refused ones are none, and a network ten a day. Staff are not limited.
create function private.limit_samples(company text, added integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  rules constant record := private.sample_rules();
  from_network constant text := private.client_network();
begin
  if private.is_staff() then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('samples of ' || company, 0));
  perform private.require(added + (
    select count(*) from public.samples as earlier where earlier.company = limit_samples.company and state <> 'refused'
      and created_at >= date_trunc('month', now() at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'
  ) <= rules.a_month, format('A company may ask for %s a month. Please write to us if you need more.', case rules.a_month when 1 then 'one sample' else rules.a_month || ' samples' end), 'PT429');
  perform pg_advisory_xact_lock(hashtextextended('samples from ' || from_network, 0)) where from_network is not null;
  perform private.require(added + (
    select count(*) from private.sent_samples where network = from_network and sent_at > now() - interval '1 day'
  ) <= 10, 'Your network has requested too many samples today. Please try again tomorrow.', 'PT429');
  insert into private.sent_samples (network) select from_network from generate_series(1, added) where from_network is not null;
end
$$;

-- "Copper bottle in Red"
create function private.sample_text(sample public.samples) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' in ', sample.name, sample.colour)
$$;

-- The samples that a buyer asks for, as rows: {"items": [{"id", "name", "colour"}], "recipient", "address", "pin_code", "phone"}
create function private.wanted_samples(samples jsonb) returns public.samples[]
language plpgsql stable security definer set search_path = '' as $$
declare
  place constant jsonb := private.cleaned_record(
    samples || jsonb_build_object('pin_code', regexp_replace(samples ->> 'pin_code', '\s', '', 'g')),
    '{"recipient": ["Recipient", "name", 200], "address": ["Address", "name", 400], "pin_code": ["PIN code", "name", 10], "phone": ["Phone", "name", 50]}'
  );
  items constant jsonb := samples -> 'items';
begin
  perform private.require((select is_offered from private.sample_rules()), 'We do not offer samples at present.', '22023');
  perform private.require(place ->> 'pin_code' ~ '^[1-9][0-9]{5}$', 'A PIN code has six digits', '22023');
  perform private.require(case when jsonb_typeof(items) = 'array' then jsonb_array_length(items) between 1 and 20 end, 'Choose a product first', '22023');
  return array(
    select jsonb_populate_record(null::public.samples, place || jsonb_build_object(
      'name', private.cleaned_text('The product', item ->> 'name', 200), 'colour', private.cleaned_text('The colour', item ->> 'colour', 60, false),
      'product_id', (select id from public.products where id = (item ->> 'id')::uuid and is_sample)
    )) from jsonb_array_elements(items) with ordinality as listed (item, position) order by position
  );
end
$$;

-- Stores them with a lead, within the limits, and gives their names. The same sample to the same address within ten minutes, after a lost
-- answer, is not asked for again.
create function private.add_samples(lead public.leads, quotation uuid, is_proven boolean, wanted public.samples[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  of_company constant text := private.company_of_samples(lead, is_proven);
  added public.samples[];
begin
  perform from public.lead_handling where lead_id = lead.id for update;
  added := array(
    select sample from unnest(wanted) as sample where not exists (
      select from public.samples as earlier where earlier.lead_id = lead.id and earlier.created_at > now() - interval '10 minutes'
        and (earlier.name, earlier.colour, earlier.recipient, earlier.address, earlier.pin_code, earlier.phone)
          is not distinct from (sample.name, sample.colour, sample.recipient, sample.address, sample.pin_code, sample.phone)
    )
  );
  perform private.limit_samples(of_company, cardinality(added)) where added <> '{}';
  insert into public.samples (lead_id, quotation_id, product_id, name, colour, recipient, address, pin_code, phone, charge, company)
  select lead.id, quotation, product_id, name, colour, recipient, address, pin_code, phone, charge_now, of_company
  from unnest(added) cross join (select rules.charge as charge_now from private.sample_rules() as rules) as present;
  return (select string_agg(private.sample_text(sample), ', ') from unnest(added) as sample);
end
$$;

-- By a link, or the reference of one of the caller's own inquiries.
create function private.request_samples(token text, samples jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  about constant record := private.lead_of_samples(token);
  lead public.leads;
  texts text;
begin
  select * into lead from public.leads where id = about.lead;
  perform private.require(
    not exists (select from public.lead_handling where lead_id = lead.id and state = 'withdrawn'), 'This inquiry was withdrawn: please send a new one.', '22023'
  );
  perform private.require(
    not exists (select from public.quotations where id = about.quotation and state = 'declined'), 'This quotation was declined: ask for a new one.', 'PT409'
  );
  texts := private.add_samples(lead, about.quotation, about.is_proven, private.wanted_samples(samples));
  perform private.record_buyer_event(lead, 'sample', left('Requested: ' || texts, 5000)) where texts is not null;
end
$$;

select private.expose('request_samples',
  'Asks for samples {"items": [{"id", "name", "colour"}], "recipient", "address", "pin_code", "phone"} by a buyer''s link, or the reference of an own inquiry. The seller is told. 429 beyond the limits of the company and the network.');

-- By a new inquiry, whose message names them.
create function private.send_sample_inquiry(
  name text, company text, email text, phone text, items jsonb, samples jsonb, message text default null, needed_by date default null,
  budget_per_gift integer default null, delivery_city text default null, wants_branding boolean default false,
  notice jsonb default null, marketing_consent boolean default false, shares boolean default false
) returns text
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant public.samples[] := private.wanted_samples(samples);
  sent text;
  lead public.leads;
begin
  sent := private.send_inquiry(name, company, email, phone, items, concat_ws(
    E'\n\n', nullif(private.trimmed(message), ''), 'Please send a sample: ' || (select string_agg(private.sample_text(sample), ', ') from unnest(wanted) as sample)
  ), needed_by, budget_per_gift, delivery_city, wants_branding, notice, marketing_consent, shares);
  select * into lead from public.leads
  where leads.reference = sent and lower(leads.email) = lower(private.trimmed(send_sample_inquiry.email)) order by created_at desc limit 1;
  perform private.add_samples(lead, null, false, wanted);
  return sent;
end
$$;

select private.expose('send_sample_inquiry',
  'As send_inquiry, with samples as for request_samples, which the message names. 429 beyond the limits of the company and the network.');

-- What a buyer sees: all but the address, and who did what.
create function private.samples_as_json(lead uuid) returns json
language sql stable security definer set search_path = '' as $$
  select coalesce(json_agg(json_build_object(
    'id', id, 'name', name, 'colour', colour, 'charge', sample.charge, 'state', state, 'reason', reason, 'courier', courier, 'tracking_number', tracking_number,
    'tracking_url', tracking_url, 'sent_on', sent_on, 'delivered_on', delivered_on,
    'return_by', case when state = 'delivered' then delivered_on + return_days end, 'verdict', verdict, 'comment', comment, 'created_at', created_at
  ) order by created_at, id), '[]')
  from public.samples as sample cross join private.sample_rules() where lead_id = lead
$$;

-- What is stored of a buyer's samples, for a copy of the data: the seller's people stand in no step.
create function private.stored_samples(lead uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(sample) - array['lead_id', 'quotation_id', 'product_id', 'company', 'steps'] order by created_at, id), '[]')
  from public.samples as sample where lead_id = lead
$$;

-- Does a step of a sample: changes columns, and stores those before.
create function private.take_sample_step(sample public.samples, step text, actor text, event bigint, change jsonb) returns void
language sql set search_path = '' as $$
  update public.samples as stored set
    state = next.state, reason = next.reason, courier = next.courier, tracking_number = next.tracking_number, tracking_url = next.tracking_url,
    sent_on = next.sent_on, delivered_on = next.delivered_on, verdict = next.verdict, comment = next.comment,
    steps = sample.steps || jsonb_build_array(jsonb_build_object('step', step, 'at', now(), 'by', actor, 'event', event, 'before', (
      select jsonb_object_agg(key, to_jsonb(sample) -> key) from jsonb_object_keys(change) as key
    )))
  from jsonb_populate_record(sample, change) as next where stored.id = sample.id
$$;

-- The columns that a step changes, from what staff have entered.
create function private.change_of_sample_step(step text, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.day_in_india(now());
  input constant jsonb := private.cleaned_record(value, '{
    "reason": ["The reason", "text", 500], "courier": ["The courier", "text", 60], "tracking_number": ["The tracking number", "text", 60],
    "tracking_url": ["The tracking link", "text", 2000], "day": ["The day", "day"]
  }');
  change constant jsonb := jsonb_build_object('state', step) || case
    when step in ('agreed', 'kept', 'returned') then '{}'
    when step = 'refused' then jsonb_build_object('reason', input -> 'reason')
    when step = 'sent' then input - array['day', 'reason']
      || jsonb_build_object('tracking_url', coalesce(input ->> 'tracking_url', private.tracking_link(input ->> 'courier', input ->> 'tracking_number')))
      || jsonb_build_object('sent_on', coalesce(input ->> 'day', today::text))
    when step = 'delivered' then jsonb_build_object('delivered_on', coalesce(input ->> 'day', today::text))
  end;
begin
  perform private.require(change is not null, 'A sample has no such step', '22023');
  perform private.require(step <> 'refused' or input ->> 'reason' is not null, 'The reason is missing', '22023');
  perform private.require(private.is_web_address(input ->> 'tracking_url') is not false, 'The tracking link must begin with https://', '22023');
  return change;
end
$$;

-- What a step says in the history of the lead and, of an answer or a parcel, to the buyer.
create function private.sample_step_text(step text, sample public.samples, change jsonb) returns text
language sql immutable set search_path = '' as $$
  select initcap(step) || ': ' || concat_ws(', ', private.sample_text(sample), case
    when step = 'agreed' then coalesce('Rs.' || sample.charge, 'free')
    when step = 'refused' then change ->> 'reason'
    when step = 'sent' then concat_ws(', ', 'by ' || (change ->> 'courier'), change ->> 'tracking_number', change ->> 'tracking_url')
  end)
$$;

-- The samples of an answer or a parcel in the order of its text: [{"name": as the buyer has named it, "text": of the staff, "url"}].
create function private.samples_of_event(event public.lead_events) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('name', private.sample_text(sample), 'text', case
    when event.value like 'Agreed: %' then coalesce('Rs.' || charge, 'free')
    when event.value like 'Refused: %' then reason
    else concat_ws(', ', 'by ' || courier, tracking_number)
  end, 'url', case when event.value like 'Sent: %' then tracking_url end) order by created_at, id)
  from public.samples as sample
  where lead_id = event.lead_id and steps @> jsonb_build_array(jsonb_build_object('event', event.number))
$$;

-- The step of each sample that is in a state before it, one event a lead. "undone" takes the last step of each back, where its event is one
-- that the caller names, and an e-mail that was not begun once no sample stands behind it.
create function private.handle_samples(ids uuid[], step text, value jsonb default '{}') returns integer
language plpgsql security definer set search_path = '' as $$
declare
  actor constant text := coalesce((select users.email from auth.users where users.id = auth.uid()), '');
  change constant jsonb := case when step <> 'undone' then private.change_of_sample_step(step, coalesce(value, '{}')) end;
  before constant text[] := case
    when step = 'agreed' then array['asked'] when step in ('refused', 'sent') then array['asked', 'agreed'] when step = 'delivered' then array['sent'] else array['delivered']
  end;
  lead uuid;
  chosen uuid[];
  handled integer := 0;
  told bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle samples');
  for lead in select distinct lead_id from public.samples where id = any (ids) order by lead_id loop
    perform from public.lead_handling where lead_id = lead for update;
    chosen := array(select id from public.samples where id = any (ids) and lead_id = lead and case step
      when 'undone' then value -> 'events' @> jsonb_build_array(steps -> -1 -> 'event') else state = any (before)
    end);
    continue when cardinality(chosen) = 0;
    insert into public.lead_events as event (lead_id, actor_id, actor_email, kind, value)
    select lead, auth.uid(), actor, 'sample', left(string_agg(case step
      when 'undone' then format('Undone: %s, %s', steps -> -1 ->> 'step', private.sample_text(samples)) else private.sample_step_text(step, samples, change)
    end, E'\n' order by created_at, id), 5000) from public.samples where id = any (chosen)
    returning event.number into told;
    if step = 'undone' then
      delete from public.outbox where kind = 'sample' and lead_id = lead and state = 'queued' and attempts = 0
        and event_number in (select (steps -> -1 ->> 'event')::bigint from public.samples where id = any (chosen)) and not exists (
          select from public.samples as other where other.lead_id = lead and other.id <> all (chosen)
            and other.steps @> jsonb_build_array(jsonb_build_object('event', event_number))
        );
      perform private.take_sample_step(sample, step, actor, told, steps -> -1 -> 'before') from public.samples as sample where id = any (chosen);
      update public.samples set steps = steps - -1 - -1 where id = any (chosen);
    else
      perform private.take_sample_step(sample, step, actor, told, change) from public.samples as sample where id = any (chosen);
    end if;
    if step in ('agreed', 'refused', 'sent') then
      insert into public.outbox (lead_id, kind, recipient, event_number)
      select id, 'sample', email, told from public.leads where id = lead and private.is_deliverable(email);
      perform private.handle_lead(lead, 'answered', 'email');
    end if;
    handled := handled + cardinality(chosen);
  end loop;
  return handled;
end
$$;

select private.expose('handle_samples',
  'A step of samples: agreed, refused ("reason"), sent ("courier", "tracking_number", "tracking_url", "day"), delivered ("day"), kept, returned, or undone for the last one ("events": theirs). How many it was done with. The buyer is mailed of an answer and a parcel. For staff.');

-- The last verdict counts, at most twenty a day. A sample that has one has arrived.
create function private.judge_sample(token text, sample uuid, verdict text, comment text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  lead public.leads;
  input constant text := private.cleaned_text('The comment', comment, 1000, false);
  judged public.samples;
  told bigint;
begin
  select leads.* into lead from private.lead_of_samples(token) as about join public.leads on leads.id = about.lead;
  perform private.require(verdict in ('liked', 'not_for_us'), 'Choose “We like it” or “Not for us”', '22023');
  -- As the staff's steps do, so that each finds what the other has done.
  perform from public.lead_handling where lead_id = lead.id for update;
  select * into judged from public.samples as own where own.id = sample and own.lead_id = lead.id for update;
  perform private.require(judged.id is not null, 'This sample was deleted.', 'PT404');
  perform private.require(judged.state in ('sent', 'delivered', 'kept', 'returned'), 'This sample has not been sent yet.', '22023');
  if (judged.verdict, judged.comment) is not distinct from (judge_sample.verdict, input) then
    return;
  end if;
  perform from public.lead_events
  where lead_id = lead.id and kind = 'sample' and actor_email = lead.email and created_at > now() - interval '1 day' offset 19;
  perform private.require(not found, 'Too many messages were sent here today. Please write to us.', 'PT429');
  perform private.record_buyer_event(lead, 'sample', format('%s: %s', case verdict when 'liked' then 'We like it' else 'Not for us' end, private.sample_text(judged)) || coalesce(E'\n' || input, ''));
  select max(number) into told from public.lead_events where lead_id = lead.id and kind = 'sample';
  perform private.take_sample_step(judged, 'verdict', lead.name, told, jsonb_build_object('verdict', verdict, 'comment', input) || case
    when judged.state = 'sent' then jsonb_build_object('state', 'delivered', 'delivered_on', private.day_in_india(now())) else '{}'
  end);
end
$$;

select private.expose('judge_sample',
  'What the buyer of a link, or of an own reference, says of a sample that was sent: liked or not_for_us, and a comment. The seller is told.');

-- The time that is so many working days before another, from Monday to Friday in India: a weekend is the first moment of its Monday.
create function private.working_time_before(at timestamptz, days integer) returns timestamptz
language sql immutable set search_path = '' as $$
  select (private.working_days_before(here::date, days) + case when extract(isodow from here) < 6 then here::time else '00:00' end) at time zone 'Asia/Kolkata'
  from (select at at time zone 'Asia/Kolkata' as here) as clock
$$;

-- One row a sample, with its lead, whose work it is, and for what it is overdue.
create view private.sample_rows with (security_invoker = true) as
select
  sample.*, lead.company as buyer_company, lead.name as buyer, lead.reference, quotation.number as quotation_number, standing.lead_id as standing_lead,
  coalesce(quotation.owner_id, standing.assigned_to) as owner_id, coalesce(quotation.owner_email, standing.assigned_email) as owner_email,
  sample.delivered_on + return_days as return_by,
  array_remove(array[
    case when sample.state = 'asked' and sample.created_at < private.working_time_before(now(), 2) then 'asked' end,
    case when sample.state = 'sent' and sample.sent_on < today - 10 then 'sent' end,
    case when sample.state = 'delivered' and sample.delivered_on + return_days < today then 'return' end,
    case when sample.state = 'delivered' and sample.verdict is null and sample.delivered_on < today - 7 then 'verdict' end
  ], null) as overdue,
  lower(concat_ws(' ', sample.name, sample.colour, lead.company, lead.name, lead.reference, quotation.number, sample.courier, sample.tracking_number)) as search_text
from public.samples as sample
join public.leads as lead on lead.id = sample.lead_id
join public.lead_handling as own on own.lead_id = sample.lead_id
join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
left join public.quotations as quotation on quotation.id = sample.quotation_id
cross join private.sample_rules() cross join private.day_in_india(now()) as today;

-- Runs with its owner's rights, and checks the caller before it reads: nothing for anyone but staff.
create function private.matching_samples(words text, filters jsonb) returns setof private.sample_rows
language sql stable security definer set search_path = '' as $$
  select private.require(
    filters - array['state', 'overdue', 'owner', 'lead', 'quotation', 'since', 'before'] = '{}', 'Samples have no such filter', '22023'
  );
  select * from private.sample_rows as listed
  where (select private.is_staff()) and search_text like all (private.word_patterns(words))
    and state = coalesce(filters ->> 'state', state)
    and (not filters ? 'overdue' or case filters ->> 'overdue' when 'yes' then overdue <> '{}' else filters ->> 'overdue' = any (overdue) end)
    and (not filters ? 'owner' or owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (not filters ? 'lead' or (filters ->> 'lead')::uuid in (lead_id, standing_lead))
    and (not filters ? 'quotation' or quotation_id = (filters ->> 'quotation')::uuid)
    and created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity') and created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
$$;

-- Filters: state; overdue: asked, without an answer for two working days; sent, not delivered after ten days; return, not back after the
-- owner's days; verdict, none seven days after the delivery; or yes for any. owner, the id of one of administrators() or none; lead, also
-- one that stands for the sample's; quotation; since and before, of the asking. Sorted by created_at, name, company, state or owner. Addresses
-- are of a lead or a quotation alone.
create function private.find_samples(
  words text default '', filters jsonb default '{}', sorted text default 'created_at', ascending boolean default false,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, lead_id uuid, quotation_id uuid, quotation_number text, reference text, company text, buyer text, name text, colour text, charge integer, state text, reason text,
  courier text, tracking_number text, tracking_url text, sent_on date, delivered_on date, return_by date, verdict text, comment text, owner_email text,
  overdue text[], steps jsonb, delivery jsonb, created_at timestamptz, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(
    sorted in ('created_at', 'name', 'company', 'state', 'owner'), 'Samples are sorted by created_at, name, company, state or owner', '22023'
  );
  select
    found.id, found.lead_id, found.quotation_id, quotation_number, found.reference, buyer_company, buyer, found.name, found.colour, found.charge, found.state, found.reason,
    found.courier, found.tracking_number, found.tracking_url, found.sent_on, found.delivered_on, found.return_by, found.verdict, found.comment, found.owner_email, found.overdue,
    (select coalesce(jsonb_agg(step - 'before' order by position), '[]') from jsonb_array_elements(found.steps) with ordinality as listed (step, position)),
    case when filters ?| array['lead', 'quotation'] then jsonb_build_object(
      'recipient', recipient, 'address', address, 'pin_code', pin_code, 'phone', phone
    ) end, found.created_at, key
  from private.matching_samples(words, filters) as found
  cross join lateral (
    select case sorted
      when 'created_at' then to_char(found.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
      when 'name' then lower(found.name)
      when 'company' then lower(buyer_company)
      when 'state' then array_position(array['asked', 'agreed', 'refused', 'sent', 'delivered', 'kept', 'returned'], found.state)::text
      when 'owner' then coalesce(lower(found.owner_email), '~')
    end collate "C" as key
  ) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

select private.expose('find_samples',
  'Samples with all of the words in their product, buyer, reference or parcel, that meet the filters of matching_samples: at most "size" of those beyond a sort_key and an id. Nothing for anyone but administrators and sales; addresses with the filter lead or quotation alone.');

create function private.count_samples(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_samples(words, filters) having (select private.is_staff())
$$;

select private.expose('count_samples', 'How many samples find_samples finds in all. Null for anyone but administrators and sales.');

-- The leads of an address, or of its account, that still have details.
create or replace function private.leads_of(address text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select lead.id from public.contacts join public.leads as lead on contact_id = contacts.id
  where lower(contacts.email) = lower(address) and lead.erased_at is null
  union
  select id from public.leads where sender_id in (select users.id from auth.users where lower(users.email) = lower(address)) and erased_at is null
$$;

-- The quotations of these leads, and those whose buyer has the address.
create or replace function private.quotations_of(address text) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.quotations where lead_id in (select private.leads_of(address))
  union
  select quotation_id from public.contacts join public.quotation_versions on contact_id = contacts.id where lower(contacts.email) = lower(address)
$$;

-- Whether anything is stored of an address, without reading it all.
create or replace function private.is_address_stored(address text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from public.contacts where lower(email) = lower(address)) or exists (select from private.leads_of(address))
    or exists (select from auth.users where lower(email) = lower(address))
    or exists (select from private.mails_to(address) where kind <> 'data_link');
end
$$;

-- What was sent of a quotation, as its buyer has seen it: no draft, and none of what only the seller reads.
create function private.sent_quotation(quotation public.quotations) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'number', quotation.number, 'state', quotation.state, 'created_at', quotation.created_at, 'erase_on', quotation.erase_on,
    'versions', (select jsonb_agg(jsonb_build_object(
      'revision', revision, 'sent_at', sent_at, 'valid_until', valid_until, 'sha256', sha256, 'total_paise', total_paise,
      'content', jsonb_build_object(
        'buyer', (content -> 'buyer') - array['place_reason', 'is_pharmaceutical'], 'message', content -> 'message', 'terms', content -> 'terms',
        'discount', content -> 'discount', 'lines', content -> 'lines'
      ),
      'frozen', jsonb_build_object('place', frozen -> 'place', 'choice', frozen -> 'choice', 'figures', frozen -> 'figures'),
      'accepted', accepted - 'note'
    ) order by revision) from public.quotation_versions where quotation_id = quotation.id and sent_at is not null),
    'history', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'created_at', event.created_at, 'actor', case when actor_id is null then actor_name else 'seller' end, 'value', case
        when value ->> 'by' = 'approver' then value - 'email'
        when value ? 'by' or kind = 'extended' then value
        when kind in ('comment', 'reopened') then jsonb_build_object('text', value -> 'text', 'line', value -> 'line')
      end
    ) order by event.number), '[]') from public.quotation_events as event
    where quotation_id = quotation.id and kind not in ('created', 'revised', 'discarded', 'link'))
  ) || private.given_by_buyer(quotation.id) || jsonb_strip_nulls(jsonb_build_object('order', private.order_as_given(quotation.id)))
$$;

-- Everything that is stored of a person, by e-mail address in any case. The seller's people stand in it as "seller", and what the
-- seller thinks of a lead is not in it.
create or replace function private.data_of(address text) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
begin
  return jsonb_build_object(
    'email', address,
    'leads', (select coalesce(jsonb_agg(
      to_jsonb(lead) - array['search_text', 'lines_hash', 'link', 'erased_at', 'contact_id'] || jsonb_build_object(
        'reference', lead.reference, 'samples', private.stored_samples(lead.id), 'shared_with', (select domain from private.shared_inquiries where lead_id = lead.id),
        'lines', (select coalesce(jsonb_agg(to_jsonb(item) - 'lead_id' order by position), '[]') from public.lead_items as item where lead_id = lead.id),
        'artworks', private.artworks_with(lead.id),
        'history', (select coalesce(jsonb_agg(jsonb_build_object(
          'kind', kind, 'value', case when kind <> 'assigned' then value end, 'created_at', lead_events.created_at,
          'actor', case when kind = 'received' or lower(actor_email) = lower(lead.email) then actor_email else 'seller' end,
          'reply', case when reply.event_number is not null then jsonb_build_object(
            'subject', reply.subject, 'text', reply.text, 'attachments', reply.attachments
          ) when received.event_number is not null then jsonb_build_object('subject', received.subject, 'attachments', received.attachments) end
        ) order by number), '[]') from public.lead_events left join public.lead_replies as reply on reply.event_number = number
        left join public.received_mails as received on received.event_number = number
        where lead_id = lead.id and (kind in ('note', 'answered', 'link', 'received', 'sample') or lower(actor_email) = lower(lead.email)))
      ) order by lead.created_at), '[]') from public.leads as lead where lead.id = any (leads)),
    'quotations', (
      select coalesce(jsonb_agg(private.sent_quotation(quotation) order by quotation.created_at), '[]')
      from public.quotations as quotation where quotation.id = any (quotation_ids) and number is not null
    ),
    'approvals', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'value', jsonb_strip_nulls(jsonb_build_object('note', note)) || value, 'created_at', created_at,
      'actor', case when actor_id is null then actor_name else 'seller' end
    ) order by number), '[]') from public.quotation_events left join private.approval_notes on event_number = number
      where contact_id = contact),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object(
      'kind', kind, 'to', case when lower(recipient) = lower(address) then recipient else 'seller' end, 'state', state,
      'created_at', created_at, 'sent_at', sent_at
    ) order by created_at), '[]') from public.outbox where id = any (array(
      select id from private.mails_to(address) union select id from public.outbox where lead_id = any (leads)
      union select id from public.outbox where version_id = any (array(select id from public.quotation_versions where quotation_id = any (quotation_ids)))
    ))),
    'accounts', (select coalesce(jsonb_agg(jsonb_build_object(
      'id', users.id, 'email', email, 'name', profile.name, 'created_at', users.created_at, 'confirmed_at', email_confirmed_at,
      'last_sign_in_at', last_sign_in_at, 'notice_version', notice_version, 'notice_at', notice_at, 'shares_with_colleagues', (
        select jsonb_build_object('domain', domain, 'since', since) from private.team_members where user_id = users.id
      ), 'shared_baskets', (
        select jsonb_agg(to_jsonb(shared) - array['id', 'user_id'] order by created_at) from private.shared_baskets as shared where user_id = users.id
      ), 'delivery_places', (select places from private.delivery_places where user_id = users.id), 'sessions', (
        select jsonb_agg(jsonb_build_object(
          'device', user_agent, 'network_address', ip, 'created_at', session.created_at, 'used_at', session.updated_at
        ) order by session.created_at) from auth.sessions as session where session.user_id = users.id
      )
    )), '[]') from auth.users left join public.profiles as profile on profile.id = users.id where users.id = any (accounts)),
    'favourites', (select coalesce(jsonb_agg(jsonb_build_object(
      'product_id', product_id, 'name', product.name, 'created_at', favourite.created_at
    )), '[]') from public.favourites as favourite join public.products as product on product.id = product_id where user_id = any (accounts)),
    'views', (select coalesce(jsonb_agg(to_jsonb(list_view) - 'owner_id' order by created_at), '[]')
      from public.list_views as list_view where owner_id = any (accounts)),
    'sign_ins', (select coalesce(jsonb_agg(to_jsonb(entry) order by created_at), '[]')
      from auth.audit_log_entries as entry where lower(payload ->> 'actor_username') = lower(address)),
    'requests', (select coalesce(jsonb_agg(to_jsonb(request) - array['id', 'email', 'closed_by', 'contact_id'] order by created_at), '[]')
      from public.privacy_requests as request where contact_id = contact)
  ) || jsonb_strip_nulls(jsonb_build_object(
    'contact', (select jsonb_build_object(
      'name', person.name, 'phone', phone, 'designation', designation, 'company', company.name, 'created_at', person.created_at
    ) from public.contacts as person left join public.companies as company on company.id = company_id where person.id = contact and erased_at is null)
  ));
end
$$;

-- Locks what an erasure takes, in the order in which drafts, decisions and what is done with leads lock it: each of them is done
-- before the erasure, which takes it, too, or waits and finds nothing any more.
create function private.lock_for_erasure(lead_ids uuid[], quotation_ids uuid[]) returns void
language sql set search_path = '' as $$
  select from public.leads where id = any (lead_ids) order by id for no key update;
  select from public.quotations where id = any (quotation_ids) or lead_id = any (lead_ids) order by id for update;
  select from public.lead_handling where lead_id = any (lead_ids) order by lead_id for update
$$;

-- How many quotations were accepted, of which a legal copy stays, and what they amount to: {"kept", "kept_paise"}, without the sum of none.
create function private.kept_of(quotation_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('kept', count(*), 'kept_paise', sum(total_paise)))
  from public.quotation_versions where quotation_id = any (quotation_ids) and accepted is not null
$$;

-- Erases quotations. Of one that was accepted a legal copy stays with its purchase orders and its order, without its lead, links,
-- comments, details and other revisions, for eight years, or as long as the seller's profile says. Of the order number, lines, sums and
-- the hashes of approved proofs stay.
create or replace function private.erase_quotations(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  order_ids constant uuid[] := array(select id from public.orders where quotation_id = any (ids));
  line_ids constant uuid[] := array(select id from public.order_lines where order_id = any (order_ids));
begin
  insert into private.erased_addresses (hash)
  select private.keyed_hash(lower(number)) from public.quotations where id = any (ids) and number is not null
  union select private.keyed_hash(lower(number)) from public.orders where quotation_id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  delete from public.outbox where version_id in (select id from public.quotation_versions where quotation_id = any (ids));
  update public.quotations set lead_id = null, erase_on = private.day_in_india(
    coalesce((accepted ->> 'at')::timestamptz, sent_at) + make_interval(years => coalesce((select kept_years from public.seller_profile), 8))
  )
  from public.quotation_versions as version
  where version.quotation_id = quotations.id and accepted is not null and quotations.id = any (ids) and erase_on is null;
  insert into private.erased_links (hash) select hash from public.quotation_links where quotation_id = any (ids) and ended_at is null
  on conflict (hash) do nothing;
  delete from public.quotation_links where quotation_id = any (ids);
  delete from public.buyer_details where quotation_id = any (ids);
  delete from private.artworks where quotation_id = any (ids);
  delete from public.samples where quotation_id = any (ids);
  delete from public.quotation_versions where quotation_id = any (ids) and accepted is null;
  delete from public.quotation_events where quotation_id = any (ids) and kind not in ('created', 'sent', 'accepted');
  delete from public.quotations where id = any (ids) and erase_on is null;
  update public.orders set cancel_reason = null, given_places = null where id = any (order_ids);
  delete from public.order_places where order_id = any (order_ids);
  update public.order_dispatches set tracking_number = null, tracking_url = null where order_id = any (order_ids);
  delete from public.order_events where order_id = any (order_ids);
  delete from public.order_proofs where order_line_id = any (line_ids) and decision is distinct from 'approved';
  delete from private.order_proof_files where proof_id in (select id from public.order_proofs where order_line_id = any (line_ids));
  update public.order_proofs set note = null, comment = null, name = 'erased' where order_line_id = any (line_ids);
end
$$;

-- Erases the details of leads: their rows and lines stay for counts, and their history without personal text. An open one is closed.
create or replace function private.erase_leads(ids uuid[]) returns void
language plpgsql set search_path = '' as $$
declare
  people constant uuid[] := array(select distinct contact_id from public.leads where id = any (ids) and contact_id is not null);
  employers constant uuid[] := array(select company_id from public.contacts where id = any (people));
begin
  perform private.lock_for_erasure(ids, '{}');
  insert into private.erased_addresses (hash) select distinct private.keyed_hash(lower(reference)) from public.leads where id = any (ids)
  on conflict (hash) do update set at = excluded.at;
  insert into private.erased_links (hash, lead_id)
  select link, id from public.leads where id = any (ids) and link is not null
  union select unnest(links), lead_id from public.outbox where lead_id = any (ids)
  on conflict (hash) do nothing;
  delete from public.outbox where lead_id = any (ids);
  delete from private.shared_inquiries where lead_id = any (ids);
  delete from private.artworks where lead_id = any (ids);
  delete from public.samples where lead_id = any (ids);
  delete from public.lead_replies where event_number in (select number from public.lead_events where lead_id = any (ids));
  delete from public.received_mails where event_number in (select number from public.lead_events where lead_id = any (ids));
  perform private.erase_quotations(array(select id from public.quotations where lead_id = any (ids)));
  update public.lead_items set note = null where lead_id = any (ids) and note is not null;
  update public.lead_events as event set
    actor_email = case when kind = 'received' or lower(actor_email) = lower(lead.email) then 'erased' else actor_email end,
    actor_id = case when lower(actor_email) = lower(lead.email) then null else actor_id end,
    value = case when kind in ('note', 'added', 'received', 'sample') then 'erased' else value end,
    note = null
  from public.leads as lead where lead.id = event.lead_id and lead.id = any (ids);
  update public.leads set
    name = 'erased', company = 'erased', email = 'erased@erased.invalid', phone = 'erased', message = null, delivery_city = null,
    sender_id = null, link = null, marketing_consent = false, contact_id = null, erased_at = now(),
    source = null, medium = null, campaign = null, referrer = null, landing_page = null
  where id = any (ids) and erased_at is null;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  select lead_id, 'erased', 'state', 'withdrawn' from public.lead_handling
  where lead_id = any (ids) and state not in ('won', 'lost', 'withdrawn', 'spam');
  perform private.derive_handling(id) from unnest(ids) as id;
  perform private.drop_contacts(people, employers);
end
$$;

-- Erases a person, or only counts: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, ...},
-- by the lists of data_of.
-- What a person did for the seller stays with the seller, so no one is erased who may use the back office.
create or replace function private.erase_address(address text, dry_run boolean, actor text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  accounts constant uuid[] := array(select id from auth.users where lower(email) = lower(address));
  leads constant uuid[] := array(select private.leads_of(address));
  quotation_ids constant uuid[] := array(select private.quotations_of(address));
  contact constant uuid := (select id from public.contacts where lower(email) = lower(address));
  employers constant uuid[] := array(select company_id from public.contacts where id = contact);
  counts jsonb;
  statement text;
begin
  perform private.lock_for_erasure(leads, quotation_ids) where dry_run is not true;
  select jsonb_object_agg(key, jsonb_array_length(value))
    || jsonb_build_object('quotations', cardinality(quotation_ids)) || private.kept_of(quotation_ids)
  into counts from jsonb_each(private.data_of(address)) where jsonb_typeof(value) = 'array';
  perform private.require(
    not exists (select from public.profiles where id = any (accounts) and (is_admin or is_sales)),
    'This address has access to the back office: revoke it first, on the People screen.', '22023'
  );
  if dry_run then
    return counts;
  end if;
  perform private.log_access('erased', leads, actor, contact);
  insert into private.erased_addresses (hash) values (private.keyed_hash(lower(address))) on conflict (hash) do update set at = excluded.at;
  perform private.erase_leads(leads);
  perform private.erase_quotations(quotation_ids);
  delete from public.quotation_links where contact_id = contact;
  delete from public.quotation_events where contact_id = contact;
  insert into private.erased_links (hash, counts)
  select unnest(links), counts from private.mails_to(address) where kind = 'data_link'
  on conflict (hash) do nothing;
  delete from public.outbox where id in (select id from private.mails_to(address));
  update public.lead_events set actor_email = 'erased', actor_id = null where lower(actor_email) = lower(address);
  update public.lead_events set value = 'erased' where kind = 'assigned' and lower(value) = lower(address);
  update public.lead_handling set assigned_email = 'erased' where lower(assigned_email) = lower(address);
  update public.privacy_requests set
    email = 'erased', text = null, answer = null, contact_id = null, state = case state when 'open' then 'done' else state end, closed_at = coalesce(closed_at, now())
  where contact_id = contact;
  delete from public.list_views where lower(address) = any (regexp_split_to_array(lower(settings::text), '[\s",;:<>()]+'));
  -- Auth's tables are its own: one that is missing or may not be changed is purged by age.
  foreach statement in array array[
    'delete from auth.audit_log_entries where lower(payload ->> ''actor_username'') = lower($1)',
    'delete from auth.flow_state where user_id = any ($2)'
  ] loop
    begin
      execute statement using address, accounts;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
  delete from auth.users where id = any (accounts);
  delete from private.teams as left_one where not exists (select from private.team_members where domain = left_one.domain and since is not null);
  -- Its address stays where an accepted quotation does, for the law.
  update public.contacts set name = null, phone = null, designation = null, company_id = null, erased_at = now() where id = contact;
  perform private.drop_contacts(array[contact], employers);
  delete from private.invitations where lower(address) in (lower(email), lower(invited_by));
  delete from private.sent_leads where email = lower(address);
  delete from private.sent_mails where mailbox = private.normalized_mailbox(address);
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return counts;
end
$$;

-- The link is made when the e-mail is sent (claim_mails), and only where something is stored of the address.
create or replace function private.request_my_data(email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.trimmed(request_my_data.email);
  queued uuid;
begin
  -- Of any address the day's e-mails are taken and one is queued before anything is looked up, so that neither the answer nor the
  -- time nor a transaction that may only read tells which is stored.
  if (select taken is null from private.take_mail(address)) then
    return;
  end if;
  insert into public.outbox (kind, recipient) values ('data_link', address) returning id into queued;
  delete from public.outbox where id = queued and (not private.is_address_stored(address) or 3 < (
    select count(*) from public.outbox where kind = 'data_link' and created_at > now() - interval '1 hour'
      and private.normalized_mailbox(recipient) = private.normalized_mailbox(address)
  ));
end
$$;

-- The address that a link was mailed to.
create or replace function private.address_of_link(token text) returns text
language plpgsql stable set search_path = '' as $$
declare
  address constant text := (
    select recipient from public.outbox
    where kind = 'data_link' and links @> array[private.link_hash(token)] and created_at > now() - interval '48 hours'
  );
begin
  perform private.require(
    not exists (select from private.erased_links where hash = private.link_hash(token)), 'Everything that we stored about your address is deleted.', 'PT409'
  );
  perform private.require(address is not null, 'This link no longer works: each works for 48 hours. Ask for a new one.', 'PT404');
  return address;
end
$$;

create or replace function private.ask_about_my_data(token text, kind text, "text" text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.address_of_link(token);
begin
  perform private.require(kind in ('correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023');
  perform from public.privacy_requests as request
  where lower(request.email) = lower(address) and request.created_at > now() - interval '1 day' offset 9;
  perform private.require(not found, 'Too many requests were made for this address today. Please write to us.', 'PT429');
  perform private.file_privacy_request(kind, address, private.cleaned_text('The text', "text", 2000));
end
$$;

create or replace function private.inquiry_data(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
begin
  return private.inquiry_as_json(lead)::jsonb || jsonb_build_object(
    'name', lead.name, 'company', lead.company, 'email', lead.email, 'phone', lead.phone, 'notice_version', lead.notice_version,
    'notice_language', lead.notice_language, 'notice_at', lead.notice_at, 'source', lead.source, 'medium', lead.medium,
    'campaign', lead.campaign, 'referrer', lead.referrer, 'landing_page', lead.landing_page, 'samples', private.stored_samples(lead.id)
  );
end
$$;

create or replace function private.delete_inquiry_details(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  lead constant public.leads := private.linked_inquiry(token);
  quotation_ids uuid[];
begin
  perform private.lock_for_erasure(array[lead.id], '{}');
  quotation_ids := array(select id from public.quotations where lead_id = lead.id);
  perform private.require(
    exists (select from public.leads where id = lead.id and erased_at is null), 'The details of this inquiry are already deleted.', 'PT409'
  );
  perform private.log_access('erased', array[lead.id], 'the person');
  perform private.erase_leads(array[lead.id]);
  perform private.queue_notices(lead.id, (
    select max(number) from public.lead_events where lead_id = lead.id and kind = 'state' and actor_email = 'erased'
  ));
  perform private.file_privacy_request('erasure', 'erased', null, true);
  return jsonb_build_object(
    'leads', 1, 'quotations', cardinality(quotation_ids), 'kept', (select count(*) from public.quotations where id = any (quotation_ids))
  );
end
$$;

create or replace function private.person_data(email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.trimmed(person_data.email);
begin
  perform private.require(private.is_admin(), 'Only administrators can read the data of a person');
  perform private.log_access(
    'opened', array(select private.leads_of(address)), (select users.email::text from auth.users where id = auth.uid()),
    (select id from public.contacts where lower(contacts.email) = lower(address))
  );
  return private.data_of(address);
end
$$;

create or replace function private.erase_person(email text, dry_run boolean default false) returns jsonb
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can erase the data of a person');
  select private.erase_address(
    private.trimmed(erase_person.email), coalesce(dry_run, true), (select users.email::text from auth.users where users.id = auth.uid())
  )
$$;

create or replace function private.open_privacy_request(kind text, email text, "text" text default null) returns uuid
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'Only administrators can handle requests');
  select private.require(
    kind in ('copy', 'erasure', 'correction', 'grievance', 'nomination'), 'Choose a kind of request', '22023'
  );
  select private.file_privacy_request(
    kind, private.cleaned_text('The address', email, 254), private.cleaned_text('The text', "text", 2000, false)
  )
$$;

create or replace function private.close_privacy_request(id uuid, state text, answer text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can handle requests');
  perform private.require(close_privacy_request.state in ('done', 'refused'), 'A request is closed as done or refused', '22023');
  update public.privacy_requests as request set
    state = close_privacy_request.state, closed_at = now(), closed_by = (select email from auth.users where users.id = auth.uid()),
    answer = private.cleaned_text('The answer', close_privacy_request.answer, 2000, close_privacy_request.state = 'refused')
  where request.id = close_privacy_request.id and request.state = 'open';
  perform private.require(found, 'This request is already closed', 'PT409');
end
$$;

-- Of the access log: the persons whose leads were read in that time.
create or replace function private.affected_people(since timestamptz, until timestamptz, tables text[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators can look up affected people');
  perform private.require(
    tables <@ '{leads,accounts,quotations,outbox,access_log}' and cardinality(tables) > 0, 'Choose among the tables', '22023'
  );
  return (
    with touched as (
      select 'leads' as source, email, name, created_at as at from public.leads where erased_at is null
      union all select 'accounts', users.email, profile.name, users.created_at from auth.users left join public.profiles as profile using (id)
      union all select 'quotations', contact.email, content #>> '{buyer,name}', coalesce(sent_at, quotation.created_at)
        from public.quotation_versions as version join public.contacts as contact on contact.id = version.contact_id join public.quotations as quotation on quotation.id = quotation_id
      union all select 'outbox', recipient, null, created_at from public.outbox
      union all select 'access_log', lead.email, lead.name, log.at
        from public.access_log as log join public.leads as lead on lead.id = any (log.lead_ids) and erased_at is null
      union all select 'access_log', contact.email, contact.name, log.at
        from public.access_log as log join public.contacts as contact on contact.id = log.contact_id and log.lead_ids is null
    ), people as (
      select lower(email) as email, max(name) as name, array_agg(distinct source order by source) as sources, count(*) as rows
      from touched where source = any (tables) and at >= since and at < until and email is not null group by lower(email)
    )
    select coalesce(jsonb_agg(jsonb_build_object('email', email, 'name', name, 'tables', sources, 'rows', rows) order by email), '[]') from people
  );
end
$$;

select private.expose('person_data', 'As open_my_data, of any address, noted in the access log. For administrators.');

-- The company of an address's domain; without one a new company, where its name is known.
create function private.company_of(address text, name text) returns uuid
language plpgsql set search_path = '' as $$
declare
  domain constant text := private.own_domain(address);
  company uuid;
begin
  if domain is null then
    return null;
  end if;
  -- Two colleagues who write at once are of one company.
  perform pg_advisory_xact_lock(hashtextextended('company of ' || domain, 0)) where company_of.name is not null;
  -- Planned at each call: a plan for an empty table would read all of it.
  execute 'select id from public.companies where domains @> array[$1] and merged_into is null order by created_at, id limit 1' into company using domain;
  if company is null and company_of.name is not null then
    insert into public.companies as stored (name, domains) values (company_of.name, array[domain]) returning stored.id into company;
  end if;
  return company;
end
$$;

-- The contact of an address, made where there is none. What is known of it stays, and what is missing is taken; null of what is no
-- address, and of an erased person's. Runs with its owner's rights, since no role of the API writes contacts.
create function private.contact_of(address text, name text default null, phone text default null, company text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  known public.contacts;
  stored uuid;
begin
  if private.is_email_address(address) is not true or address = 'erased@erased.invalid' then
    return null;
  end if;
  execute 'select * from public.contacts where lower(email) = lower($1)' into known using address;
  if known.company_id is not null and known.erased_at is null and known.name is not null and known.phone is not null then
    return known.id;
  end if;
  insert into public.contacts as present (email, name, phone, company_id, user_id)
  select
    address, coalesce(known.name, nullif(contact_of.name, '')), coalesce(known.phone, nullif(contact_of.phone, '')), coalesce(known.company_id, employer),
    (select id from auth.users where lower(users.email) = lower(address) limit 1)
  from private.company_of(address, nullif(company, '')) as employer
  where known.id is null or known.erased_at is not null or known.name is null and nullif(contact_of.name, '') is not null
    or known.phone is null and nullif(contact_of.phone, '') is not null or known.company_id is null and employer is not null
  on conflict (lower(email)) do update set
    name = excluded.name, phone = excluded.phone, company_id = excluded.company_id, user_id = excluded.user_id, erased_at = null
  returning present.id into stored;
  return coalesce(stored, known.id);
end
$$;

-- Refers a row to the contact of an address in it, where that is one.
create function private.refer_to_known_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, so that an erasure at the same moment waits.
  select id into new.contact_id from public.contacts where lower(email) = lower(to_jsonb(new) ->> tg_argv[0]) for key share;
  return new;
end
$$;

-- Refers a row to its contact. A company is made of a lead, and of a quotation that is sent: what is drafted may still be a slip.
create function private.refer_to_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  written constant jsonb := to_jsonb(new);
  person constant jsonb := case tg_table_name
    when 'quotation_versions' then written #> '{content,buyer}'
    when 'quotation_events' then written -> 'value' || jsonb_strip_nulls(jsonb_build_object('name', case when written ->> 'kind' <> 'approval_asked' then written -> 'actor_name' end))
    else written
  end;
begin
  new.contact_id := private.contact_of(
    private.trimmed(person ->> 'email'), left(person ->> 'name', 200), left(person ->> 'phone', 50),
    case when tg_table_name = 'leads' or written ->> 'sent_at' is not null then left(person ->> 'company', 200) end
  );
  return new;
end
$$;

-- An account whose address is proven is a contact, unless it is of the staff.
create function private.contact_of_account() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.contact_of(email, new.name) from auth.users where id = new.id;
  return null;
end
$$;

-- Deletes contacts that nothing refers to any more. With an erasure go companies that have no people left, and their history.
create function private.drop_contacts(ids uuid[], employers uuid[] default '{}') returns void
language sql security definer set search_path = '' as $$
  delete from public.contacts as contact
  where contact.id = any (ids) and contact.user_id is null
    and not exists (select from public.leads where contact_id = contact.id)
    and not exists (select from public.quotation_versions where contact_id = contact.id)
    and not exists (select from public.quotation_events where contact_id = contact.id)
    and not exists (select from public.privacy_requests where contact_id = contact.id);
  with gone as (
    delete from public.companies as company
    where coalesce(company.merged_into, company.id) = any (employers)
      and not exists (select from public.contacts where company_id = coalesce(company.merged_into, company.id))
    returning company.id
  )
  delete from public.record_history where record_id in (select id from gone)
$$;

-- With a lead that is deleted goes its contact, if nothing else refers to it, and its company, if no person is left and no one has
-- changed it.
create function private.drop_contact_of_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_contacts(array[old.contact_id], array(
    select company.id from public.contacts as contact join public.companies as company on company.id = company_id
    where contact.id = old.contact_id and company.version = 1
  ));
  return null;
end
$$;

-- A quotation is of the buyer of its latest version, and a contact that was only a draft's goes with it. What is sent tells the
-- GSTIN and the billing address of a company where it has none.
create function private.follow_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  buyer constant jsonb := case when tg_op <> 'DELETE' then new.content -> 'buyer' end;
  number constant text := case when private.is_gstin(buyer ->> 'gstin') then buyer ->> 'gstin' end;
  employer uuid;
  holder uuid;
begin
  update public.quotations as quotation set contact_id = latest.contact_id
  from (
    select contact_id from public.quotation_versions where quotation_id = coalesce(new.quotation_id, old.quotation_id) order by revision desc limit 1
  ) as latest
  where quotation.id = coalesce(new.quotation_id, old.quotation_id) and quotation.contact_id is distinct from latest.contact_id;
  if tg_op <> 'INSERT' and old.contact_id is not null and old.sent_at is null and (tg_op = 'DELETE' or old.contact_id is distinct from new.contact_id) then
    perform private.drop_contacts(array[old.contact_id]);
  end if;
  if tg_op = 'DELETE' or new.sent_at is null or new.contact_id is null then
    return null;
  end if;
  select company_id into employer from public.contacts where id = new.contact_id;
  select id into holder from public.companies where gstin = number and merged_into is null;
  if employer is null and number is not null then
    if holder is null then
      insert into public.companies (name, gstin) values (coalesce(nullif(buyer ->> 'company', ''), buyer ->> 'name'), number) returning id into holder;
    end if;
    update public.contacts set company_id = holder where id = new.contact_id;
    employer := holder;
  end if;
  update public.companies as company set
    gstin = coalesce(company.gstin, case when holder is null then number end),
    billing_address = coalesce(company.billing_address, buyer ->> 'billing_address')
  where company.id = employer and (
    company.gstin is null and holder is null and number is not null or company.billing_address is null and buyer ->> 'billing_address' is not null
  );
  return null;
end
$$;

-- What a buyer gave beside the quotation becomes the company's with the acceptance, where it has none.
create function private.follow_details() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.companies as company set
    gstin = coalesce(company.gstin, case when not exists (select from public.companies as holder where holder.gstin = given.gstin and merged_into is null) then given.gstin end),
    billing_address = coalesce(company.billing_address, given.billing_address)
  from public.buyer_details as given, public.contacts as person
  where given.quotation_id = new.quotation_id and person.id = new.contact_id and company.id = person.company_id
    and (company.gstin is null and given.gstin is not null or company.billing_address is null and given.billing_address is not null);
  return null;
end
$$;

-- What names of companies are compared by: without "Private Limited" and the like, in any writing.
create function private.company_key(name text) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(regexp_replace(regexp_replace(
    ' ' || regexp_replace(private.name_key(company_key.name), '[[:punct:][:space:]]+', ' ', 'g') || ' ',
    ' (?:m s|the|private|pvt|p|public|limited|ltd|llp|inc|incorporated|corp|corporation|company|co|and|india)(?= )', '', 'g'
  ), ' ', '', 'g'), ''), private.name_key(company_key.name))
$$;

-- What may be one company, for staff to decide: companies whose names, or whose PAN in the GSTIN, are alike; and people of no company
-- who wrote its name, or share a domain: [{"company": {"id", "name"} or null, "others": [{"id", "name"}], "people": [{"id", "name",
-- "email", "company": as typed}], "name": what a new one would be called}].
create function private.look_alikes() returns jsonb
language sql stable security definer set search_path = '' as $$
  with keyed as (
    select id, name, created_at, key from public.companies
    cross join lateral (values (private.company_key(name)), (substring(gstin from '^..(.{10})'))) as keys (key)
    where merged_into is null and key is not null and (select private.is_staff())
  ), loose as (
    select contact.id, contact.name, contact.email, typed.company, coalesce(private.own_domain(contact.email), private.company_key(typed.company)) as own_key, private.company_key(typed.company) as key
    from public.contacts as contact
    cross join lateral (select company from public.leads where contact_id = contact.id and erased_at is null order by created_at desc limit 1) as typed
    where contact.company_id is null and contact.erased_at is null and (select private.is_staff())
  ), alike as (
    select keyed.key, (array_agg(id order by keyed.created_at, id))[1] as first, array_agg(distinct id) as ids from keyed group by keyed.key having count(distinct id) > 1
  ), proposal as (
    select first as company, ids, null::text as key from (select distinct on (ids) first, ids from alike order by ids) as pair
    union all
    select (select id from keyed where keyed.key = loose.key order by created_at, id limit 1), null, loose.own_key
    from loose where exists (select from keyed where keyed.key = loose.key)
    union
    select null, null, own_key from loose where not exists (select from keyed where keyed.key = loose.key) group by own_key having count(*) > 1
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'company', (select jsonb_build_object('id', id, 'name', name) from public.companies where id = proposal.company),
    'others', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name, id), '[]') from public.companies where id = any (ids) and id <> proposal.company),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'email', email, 'company', loose.company) order by email), '[]')
      from loose where own_key = proposal.key
    ),
    'name', (select loose.company from loose where own_key = proposal.key order by email limit 1)
  ) order by proposal.company, proposal.key), '[]') from proposal having (select private.is_staff())
$$;

select private.expose('look_alikes',
  'What may be one company: [{"company", "others", "people", "name"}], of companies that look alike, and people without one who wrote its name or share a domain. Null for anyone but administrators and sales.');

-- Makes companies parts of another one, which takes their people and what it lacks of them.
create function private.merge_companies(company uuid, others uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.companies;
  target public.companies;
  moved uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  perform pg_advisory_xact_lock(hashtextextended('merge companies', 0));
  for other in select * from public.companies where id = any (others) and id <> company order by id for update loop
    select * into target from public.companies where id = company and merged_into is null for update;
    perform private.require(target.id is not null and other.merged_into is null, 'Someone else has merged one of these companies', 'PT409');
    with people as (update public.contacts set company_id = company where company_id = other.id returning id)
    select array_agg(id) into moved from people;
    update public.companies as merged_one set merged_into = company, merged = jsonb_build_object(
      'contacts', coalesce(to_jsonb(moved), '[]'), 'domains', (
        select coalesce(jsonb_agg(domain), '[]') from unnest(other.domains) as domain where domain <> all (target.domains)
      ), 'filled', to_jsonb(array_remove(array[
        case when target.gstin is null and other.gstin is not null then 'gstin' end,
        case when target.billing_address is null and other.billing_address is not null then 'billing_address' end,
        case when target.owner_id is null and other.owner_id is not null then 'owner_id' end
      ], null))
    ) where merged_one.id = other.id;
    update public.companies as taking set
      gstin = coalesce(taking.gstin, other.gstin), billing_address = coalesce(taking.billing_address, other.billing_address),
      owner_id = coalesce(taking.owner_id, other.owner_id),
      domains = taking.domains || array(select domain from unnest(other.domains) as domain where domain <> all (taking.domains))
    where taking.id = company;
  end loop;
end
$$;

select private.expose('merge_companies',
  'Merges companies into another one, which takes their people, domains, and the GSTIN, address and owner that it lacks. For administrators and sales.');

-- Takes merges back: the companies have the people that they had, and the other one has no longer what it took.
create function private.part_companies(ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  other public.companies;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  perform pg_advisory_xact_lock(hashtextextended('merge companies', 0));
  for other in select * from public.companies where id = any (ids) and merged_into is not null order by id for update loop
    perform private.require(
      exists (select from public.companies where id = other.merged_into and merged_into is null), 'Undo the later merge first', 'PT409'
    );
    update public.companies as taking set
      gstin = case when other.merged -> 'filled' ? 'gstin' then nullif(taking.gstin, other.gstin) else taking.gstin end,
      billing_address = case when other.merged -> 'filled' ? 'billing_address' then nullif(taking.billing_address, other.billing_address) else taking.billing_address end,
      owner_id = case when other.merged -> 'filled' ? 'owner_id' then nullif(taking.owner_id, other.owner_id) else taking.owner_id end,
      domains = array(select domain from unnest(taking.domains) as domain where not other.merged -> 'domains' ? domain)
    where taking.id = other.merged_into;
    update public.contacts set company_id = other.id where company_id = other.merged_into and other.merged -> 'contacts' ? id::text;
    update public.companies set merged_into = null, merged = null where id = other.id;
  end loop;
end
$$;

select private.expose('part_companies', 'Takes the merges of these companies back. For administrators and sales.');

-- The people's own domains become those of a company that has none: whoever works for it at an agency does not bring the agency. Without a company a new one of that name is made.
create function private.join_company(people uuid[], company uuid default null, name text default null) returns uuid
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  if company is null and join_company.name is not null then
    insert into public.companies as made (name) values (private.cleaned_text('The name', join_company.name, 200)) returning made.id into company;
  end if;
  update public.contacts set company_id = company where id = any (people);
  update public.companies as joined set domains = joined.domains || array(
    select distinct domain from public.contacts cross join lateral private.own_domain(email) as domain
    where id = any (people) and domain is not null and not exists (select from public.companies as other where domain = any (other.domains))
  ) where joined.id = company and joined.domains = '{}';
  return company;
end
$$;

select private.expose('join_company',
  'Makes contacts people of a company, of a new one of that name, or with neither of none. The id of the company. For administrators and sales.');

-- The companies that match, and what they have bought: the accepted quotations of their people. Checks the caller before it reads.
create function private.matching_companies(words text, filters jsonb) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint
)
language sql stable security definer set search_path = '' as $$
  select private.require(filters - array['owner', 'due', 'since', 'before'] = '{}', 'Companies have no such filter', '22023');
  select company.id, company.name, company.gstin, company.domains, company.owner_id, company.next_on, company.created_at, coalesce(won.paise, 0)
  from public.companies as company
  left join (
    select contact.company_id, sum(total_paise)::bigint as paise
    from public.quotation_versions join public.contacts as contact on contact.id = contact_id where accepted is not null group by 1
  ) as won on won.company_id = company.id
  where (select private.is_staff()) and company.merged_into is null
    and lower(concat_ws(' ', company.name, company.gstin, array_to_string(company.domains, ' '), (
      select string_agg(concat_ws(' ', contact.name, contact.email), ' ') from public.contacts as contact where contact.company_id = company.id and coalesce(words, '') <> ''
    ))) like all (private.word_patterns(words))
    and (not filters ? 'owner' or company.owner_id is not distinct from nullif(filters ->> 'owner', 'none')::uuid)
    and (filters ->> 'due' is distinct from 'yes' or company.next_on <= private.day_in_india(now()))
    and company.created_at >= coalesce((filters ->> 'since')::timestamptz, '-infinity')
    and company.created_at < coalesce((filters ->> 'before')::timestamptz, 'infinity')
$$;

-- Filters: owner, the id of one of administrators() or none; due: yes, with something to do by today in India; since and before, of
-- their beginning. Sorted by name, won, next_on or created_at.
create function private.find_companies(
  words text default '', filters jsonb default '{}', sorted text default 'name', ascending boolean default true,
  beyond text default null, beyond_id uuid default null, size integer default 25
) returns table (
  id uuid, name text, gstin text, domains text[], owner_id uuid, next_on date, created_at timestamptz, won_paise bigint,
  owner_email text, people integer, open_leads integer, open_quotations integer, sort_key text
)
language sql stable security definer set search_path = '' rows 25 as $$
  select private.require(sorted in ('name', 'won', 'next_on', 'created_at'), 'Companies are sorted by name, won, next_on or created_at', '22023');
  select
    found.*, (select email::text from auth.users where users.id = found.owner_id), (select count(*)::integer from public.contacts where company_id = found.id),
    (
      select count(*)::integer from public.contacts as contact join public.leads on contact_id = contact.id join public.lead_handling as handling on lead_id = leads.id
      where company_id = found.id and handling.merged_into is null and handling.state not in ('won', 'lost', 'withdrawn', 'spam')
    ),
    (
      select count(*)::integer from public.contacts as contact join public.quotations as quotation on contact_id = contact.id
      where company_id = found.id and quotation.state in ('draft', 'sent', 'change_asked')
    ),
    key
  from private.matching_companies(words, filters) as found
  cross join lateral (select case sorted
    when 'name' then lower(found.name) when 'won' then lpad(won_paise::text, 20, '0') when 'next_on' then coalesce(next_on::text, '~')
    else to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')
  end collate "C" as key) as sorting
  where beyond is null or case when ascending then (key, found.id) > (beyond, beyond_id) else (key, found.id) < (beyond, beyond_id) end
  order by
    case when ascending then key end, case when ascending then found.id end,
    case when not ascending then key end desc, case when not ascending then found.id end desc
  limit least(greatest(size, 0), 1000)
$$;

select private.expose('find_companies',
  'Companies with all of the words in their name, GSTIN, domains or people, that meet the filters: at most "size" of those beyond a sort_key and an id, in the order of what is sorted. Nothing for anyone but administrators and sales.');

create function private.count_companies(words text default '', filters jsonb default '{}') returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.matching_companies(words, filters) having (select private.is_staff())
$$;

select private.expose('count_companies', 'How many companies find_companies finds in all. Null for anyone but administrators and sales.');

-- Of people "shares_at" is a domain, "is_added" says whether by staff, and "can_share" whether there is an account with a proven address;
-- "teams" are the domains at which they share, and "states" those of the quotations.
create function private.company_details(company uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_one public.companies;
  people uuid[];
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle companies');
  select * into found_one from public.companies where id = company;
  perform private.require(found, 'This company does not exist', 'PT404');
  people := array(select id from public.contacts where company_id = company);
  return jsonb_build_object(
    'company', to_jsonb(found_one) - 'merged', 'gstin_kind', private.gstin_kind(found_one.gstin),
    'teams', array(select domain from private.teams where domain = any (found_one.domains) order by domain),
    'people', (select coalesce(jsonb_agg(jsonb_build_object(
      'shares_at', private.team_of(contact.user_id),
      'is_added', exists (select from private.team_members as member where member.user_id = contact.user_id and added_by is not null),
      'can_share', exists (select from public.profiles where profiles.id = contact.user_id and address_proven_at is not null),
      'id', contact.id, 'name', name, 'email', email, 'phone', phone, 'designation', designation,
      'leads', (select count(*) from public.leads where contact_id = contact.id)
    ) order by lower(coalesce(name, email))), '[]') from public.contacts as contact where contact.id = any (people)),
    'leads', (select coalesce(jsonb_agg(row), '[]') from (
      select leads.id, reference, name, state, assigned_email, leads.created_at
      from public.leads join public.lead_handling as handling on lead_id = leads.id
      where contact_id = any (people) and merged_into is null order by leads.created_at desc limit 10
    ) as row),
    'quotations', (select coalesce(jsonb_agg(row), '[]') from (
      select id, number, revision, name, state, total_paise, created_at from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) order by created_at desc limit 10
    ) as row),
    'states', (select coalesce(jsonb_agg(row), '[]') from (
      select state, count(*), sum(total_paise) as paise from private.quotation_rows
      where id in (select quotations.id from public.quotations where contact_id = any (people)) group by state
    ) as row),
    'bought', (select coalesce(jsonb_agg(row order by paise desc), '[]') from (
      select line ->> 'name' as name, sum((line ->> 'quantity')::bigint) as quantity,
        sum((accepted #>> array['figures', 'lines', (position - 1)::text, 'total'])::bigint) as paise,
        max(private.day_in_india((accepted ->> 'at')::timestamptz)) as on
      from public.quotation_versions
      cross join lateral jsonb_array_elements(private.chosen_lines(content, accepted -> 'choice')) with ordinality as chosen (line, position)
      where contact_id = any (people) and (accepted ->> 'at')::timestamptz > now() - interval '1 year' and line -> 'is_charge' is distinct from 'true'
      group by 1
    ) as row),
    'merged', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.companies where merged_into = company)
  );
end
$$;

select private.expose('company_details',
  'A company with its people, newest leads and quotations, their sums by state, what it bought in the last twelve months, and those merged into it. 404 for an unknown one.');

-- Those that are not decided, and those whose order is not delivered yet.
create function private.open_quotations() returns setof public.quotations
language sql stable set search_path = '' as $$
  select * from public.quotations where erase_on is null and (state in ('draft', 'sent', 'change_asked') or state = 'accepted' and exists (
    select from public.orders as own join public.order_lines as line on line.order_id = own.id
    where own.quotation_id = quotations.id and own.cancelled_at is null and line.state not in ('delivered', 'returned')
  ))
$$;

create function private.give_quotations(ids uuid[], successor uuid, event bigint default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.handed_quotations (event_number, quotation_id, owner_id, owner_email)
  select event, id, owner_id, owner_email from public.quotations where id = any (ids) and owner_id is distinct from successor and event is not null;
  -- Of no one's the address stays of who had it.
  update public.quotations set owner_id = successor, owner_email = coalesce((select email from auth.users where id = successor), owner_email)
  where id = any (ids) and owner_id is distinct from successor
$$;

-- Of the caller, of companies, or of another person, whom only administrators hand over. Without a successor it only counts.
create function private.hand_over_work(person uuid default null, companies uuid[] default '{}', successor uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  work record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales hand work over');
  perform private.require(person is null or person = auth.uid() or private.is_admin(), 'Only administrators can hand over the work of others');
  select
    array(
      select lead_id from public.lead_handling
      where merged_into is null and state not in ('won', 'lost', 'withdrawn', 'spam') and (assigned_to = person or lead_id in (
        select listed.id from public.contacts join public.leads as listed on contact_id = contacts.id where company_id = any (hand_over_work.companies)
      )) order by lead_id
    ) as leads,
    array(
      select quotation.id from private.open_quotations() as quotation left join public.contacts on contacts.id = contact_id
      where owner_id = person or company_id = any (hand_over_work.companies)
    ) as quotations,
    array(select id from public.companies where merged_into is null and (owner_id = person or id = any (hand_over_work.companies))) as owned
  into work;
  if successor is not null then
    perform private.require(
      exists (select from public.profiles where id = successor and (is_admin or is_sales)), 'Work can only be handed over to administrators and sales', '22023'
    );
    perform private.handle_lead(lead, 'assigned', successor::text) from unnest(work.leads) as lead;
    perform private.give_quotations(work.quotations, successor);
    update public.companies set owner_id = successor where id = any (work.owned) and owner_id is distinct from successor;
  end if;
  return jsonb_build_object('leads', cardinality(work.leads), 'quotations', cardinality(work.quotations), 'companies', cardinality(work.owned));
end
$$;

select private.expose('hand_over_work',
  'Gives the open leads, open quotations and companies of a person, or of companies, to another person: {"leads", "quotations", "companies"}. Without one it only counts. For administrators and sales; of other people for administrators.');

-- The quotations of a time, once as quoted and once as won.
create function private.sold(since date, until date) returns table (
  stage text, quotation_id uuid, paise bigint, margin numeric, won_on date, owner_id uuid, owner_email text, contact_id uuid, lead_id uuid
)
language sql stable security definer set search_path = '' as $$
  select
    stage, id, total_paise, (select sum(taxable_paise - quantity * cost_paise) from private.quotation_lines as line where line.quotation_id = id), won_on,
    owner_id, owner_email, contact_id, lead_id
  from private.quotation_rows
  cross join lateral (values
    ('quoted', number is not null and created_at >= since::timestamp at time zone 'Asia/Kolkata' and created_at < (until + 1)::timestamp at time zone 'Asia/Kolkata'),
    ('won', state = 'accepted' and won_on between since and until)
  ) as stages (stage, is_counted)
  where is_counted
$$;

-- Of the last 24 months until that of a day, in India: [{"month", "quotations", "paise", "margin_paise"}]; won in them, by the filter "won".
create function private.won_by_month(until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object(
    'month', to_char(month, 'YYYY-MM'), 'quotations', coalesce(won.quotations, 0), 'paise', coalesce(won.paise, 0), 'margin_paise', won.margin
  ) order by month)
  from generate_series(date_trunc('month', until::timestamp) - interval '23 months', date_trunc('month', until::timestamp), interval '1 month') as month
  left join (
    select to_char(won_on, 'YYYY-MM') as won_in, count(*) as quotations, sum(sold.paise) as paise, sum(margin) as margin
    from private.sold(
      (date_trunc('month', until::timestamp) - interval '23 months')::date, (date_trunc('month', until::timestamp) + interval '1 month')::date - 1
    ) as sold where stage = 'won' group by 1
  ) as won on won_in = to_char(month, 'YYYY-MM')
$$;

-- What is open now: {"accepted", "declined", "expired", "days": as acceptance(), "since": of these, "states": [{"state", "quotations", "paise"}], "months":
-- [{"month": likely, "quotations", "paise", "likely_paise": times the rate of acceptance, null without one}]}.
create function private.open_money() returns jsonb
language sql stable security definer set search_path = '' as $$
  with rate as materialized (select * from private.acceptance()),
  listed as (
    select state, total_paise, private.likely_month(sent_at, (select days from rate)) as month
    from private.quotation_rows where state in ('draft', 'sent', 'change_asked')
  )
  select to_jsonb(rate) || jsonb_build_object(
    'since', private.day_in_india(now()) - 364,
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object('state', state, 'quotations', number, 'paise', paise) order by state), '[]')
      from (select state, count(*) as number, sum(total_paise) as paise from listed group by state) as by_state
    ),
    'months', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'month', month, 'quotations', number, 'paise', paise, 'likely_paise', round(paise * accepted / nullif(accepted + declined + expired, 0))
      ) order by month), '[]')
      from (select month, count(*) as number, sum(total_paise) as paise from listed group by month) as by_month
    )
  ) from rate
$$;

-- By person (the owner), company, category or product; of the last two the lines that count, with their quantities. The greatest first:
-- [{"id": null without one, "name", "quoted", "quoted_paise", "quoted_quantity", "won", "won_paise", "won_quantity", "margin_paise"}].
create function private.money_by(by text, since date, until date, size integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.require(by in ('person', 'company', 'category', 'product'), 'Money is grouped by person, company, category or product', '22023');
  with sold as materialized (select * from private.sold(since, until)),
  part as (
    select stage, quotation_id, owner_id as id, case when owner_id is not null then owner_email end as name, paise, null::bigint as quantity, margin
    from sold where by = 'person'
    union all
    select stage, quotation_id, company.id, company.name, paise, null, margin
    from sold left join public.contacts as contact on contact.id = contact_id left join public.companies as company on company.id = company_id
    where by = 'company'
    union all
    select
      stage, quotation_id, case by when 'product' then product_id else category_id end, case when by = 'product' and product_id is not null then line.name end,
      total_paise, quantity, taxable_paise - quantity * cost_paise
    from sold join private.quotation_lines as line using (quotation_id) where by in ('category', 'product')
  ), summed as (
    select
      id, max(name) as name,
      count(distinct quotation_id) filter (where stage = 'quoted') as quoted, coalesce(sum(paise) filter (where stage = 'quoted'), 0) as quoted_paise,
      sum(quantity) filter (where stage = 'quoted') as quoted_quantity,
      count(distinct quotation_id) filter (where stage = 'won') as won, coalesce(sum(paise) filter (where stage = 'won'), 0) as won_paise,
      sum(quantity) filter (where stage = 'won') as won_quantity, sum(margin) filter (where stage = 'won') as margin_paise
    from part group by id order by won_paise desc, quoted_paise desc, id limit size
  )
  select coalesce(jsonb_agg(to_jsonb(summed) || jsonb_build_object('name', coalesce(
    case by when 'category' then (select category.name from public.categories as category where category.id = summed.id)
      when 'product' then (select product.name from public.products as product where product.id = summed.id) end, summed.name
  )) order by won_paise desc, quoted_paise desc, summed.id), '[]') from summed
$$;

-- Where leads of a time came from, and what was quoted and won of such leads in it: by source, and within it by campaign.
-- [{"source", "campaign": null of all together, "leads", "quoted", "quoted_paise", "won", "won_paise"}], most leads first.
create function private.money_of_sources(since date, until date, size integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with part as (
    select source, campaign, 'lead' as stage, 0::bigint as paise
    from public.lead_handling as handling join public.leads as lead on lead.id = handling.lead_id
    where merged_into is null and handling.created_at >= since::timestamp at time zone 'Asia/Kolkata'
      and handling.created_at < (until + 1)::timestamp at time zone 'Asia/Kolkata'
    union all
    select source, campaign, stage, paise from private.sold(since, until) left join public.leads as lead on lead.id = lead_id
  ), summed as (
    select
      source, campaign, grouping(campaign) as is_whole, count(*) filter (where stage = 'lead') as leads,
      count(*) filter (where stage = 'quoted') as quoted, coalesce(sum(paise) filter (where stage = 'quoted'), 0) as quoted_paise,
      count(*) filter (where stage = 'won') as won, coalesce(sum(paise) filter (where stage = 'won'), 0) as won_paise
    from part group by grouping sets ((source), (source, campaign))
  )
  select coalesce(jsonb_agg(to_jsonb(listed) - array['is_whole', 'all_leads'] order by all_leads desc, source nulls last, is_whole desc, leads desc, campaign), '[]')
  from (
    select summed.*, max(leads) over (partition by source) as all_leads from summed
    where is_whole = 1 or campaign is not null order by all_leads desc, source nulls last, is_whole desc, leads desc, campaign limit size
  ) as listed
$$;

-- A time in days with one decimal.
create function private.days_of(elapsed interval) returns numeric
language sql immutable set search_path = '' as $$
  select round((extract(epoch from elapsed) / 86400)::numeric, 1)
$$;

-- The average days from a lead to its first quotation that was sent, and from there to an answer, of quotations that were begun in a
-- time: {"quoted", "accepted", "declined"}, each {"quotations", "days": null of none}. One whose lead was erased has no days to it.
create function private.quotation_times(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  with timed as (
    select
      row.state, first.sent_at - lead.created_at as to_quote,
      coalesce((accepted.at), (select max(created_at) from public.quotation_events where quotation_id = row.id and kind = 'declined')) - first.sent_at as to_answer
    from private.sold(since, until) as sold join private.quotation_rows as row on row.id = sold.quotation_id
    cross join lateral (select min(sent_at) as sent_at from public.quotation_versions where quotation_id = row.id) as first
    cross join lateral (
      select max((version.accepted ->> 'at')::timestamptz) as at from public.quotation_versions as version where quotation_id = row.id
    ) as accepted
    left join public.leads as lead on lead.id = row.lead_id
    where stage = 'quoted'
  )
  select jsonb_build_object(
    'quoted', jsonb_build_object('quotations', count(*), 'days', private.days_of(avg(to_quote))),
    'accepted', jsonb_build_object('quotations', count(*) filter (where state = 'accepted'), 'days', private.days_of(avg(to_answer) filter (where state = 'accepted'))),
    'declined', jsonb_build_object('quotations', count(*) filter (where state = 'declined'), 'days', private.days_of(avg(to_answer) filter (where state = 'declined')))
  ) from timed
$$;

-- A client's key among the quotas of events, for a time and a use.
create function private.quota_key(at timestamptz, variadic uses text[]) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(concat_ws(' ', (select value from private.settings where name = 'share_inner_block'), at, array_to_string(uses, ' ')), 'UTF8')), 'hex')
$$;

-- Takes new words of a day: 60 of a network, and 2000 of all together. Returns how many of these may be counted.
create function private.take_words(number integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant timestamptz := private.day_in_india(now())::timestamp at time zone 'Asia/Kolkata';
  network constant text := private.client_network();
  quota record;
  before integer;
  taken integer := number;
begin
  for quota in
    select private.quota_key(today, 'words', network) as client, 60 as whole where network is not null
    union all select private.quota_key(today, 'words of all'), 2000
  loop
    -- Locks the row of those who count at the same time.
    insert into private.event_quotas as stored (client, events, counted_at) values (quota.client, 0, today + interval '1 day')
    on conflict on constraint event_quotas_pkey do update set events = stored.events returning events into before;
    taken := least(taken, quota.whole - before);
    update private.event_quotas set events = before + taken where client = quota.client;
  end loop;
  return taken;
end
$$;

-- Counts words of searches. Each adds to their sum, and one of today or yesterday to its own count; new ones within the limits of a
-- day, so that no program fills the table.
create or replace function private.count_words(kind text, searches text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := private.day_in_india(now());
  words constant text[] := array(select word from unnest(searches) as q cross join lateral private.counted_words(q) as word where word is not null);
  unknown constant text[] := array(
    select distinct word from unnest(words) as word where not exists (
      select from public.daily_counts as counted
      where counted.kind in ('searched', 'not_found', 'search_chosen') and key = word and day in (today, today - 1)
    )
  );
  left_out text[] := array[]::text[];
begin
  if unknown <> '{}' then
    left_out := unknown[1 + private.take_words(cardinality(unknown)):];
  end if;
  perform private.add_counts(kind, array(
    select word from unnest(words) as word where word <> all (left_out) union all select '' from unnest(words)
  ));
end
$$;

-- Kinds: searched and search_chosen (the words, of which those with an @ or seven digits are not stored), seen and added ("product:"
-- and the id of a product of the catalogue), vital:LCP, INP, CLS, TTFB and FCP ("home|2500": the kind of page, home, catalogue,
-- product, inquiry or other, and the upper bound among private.vital_bounds() in milliseconds, of CLS in thousandths).
create or replace function private.count_events(events jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  client constant text := private.quota_key(date_trunc('hour', now()), 'events', private.client_network());
  counted integer;
  part record;
begin
  perform private.require(
    case when jsonb_typeof(events) = 'array' then jsonb_array_length(events) <= 50 end
    and not exists (
      select from jsonb_array_elements(events) as event
      where coalesce(event ->> 'kind', '') !~ '^(searched|search_chosen|seen|added|vital:(LCP|INP|CLS|TTFB|FCP))$' or char_length(event ->> 'key') > 200
    ),
    'Send at most 50 visits of the known kinds at a time', '22023'
  );
  if jsonb_array_length(events) = 0 or not private.is_counted_visit() then
    return;
  end if;
  if private.client_network() is not null then
    insert into private.event_quotas as quota (client, events) values (client, jsonb_array_length(count_events.events))
    on conflict on constraint event_quotas_pkey do update set events = quota.events + excluded.events returning quota.events into counted;
    if counted > 3000 then
      return;
    end if;
  end if;
  for part in
    select event ->> 'kind' as kind, array_agg(event ->> 'key') as keys from jsonb_array_elements(events) as event group by 1 order by 1
  loop
    if part.kind in ('searched', 'search_chosen') then
      perform private.count_words(part.kind, part.keys);
    elsif part.kind in ('seen', 'added') then
      perform private.count_products_of(part.kind, array(
        select product.id from unnest(part.keys) as key
        join public.products as product on product.id = substring(key from '^product:([0-9a-f-]{36})$')::uuid and product.is_sample
      ));
    else
      perform private.add_counts(part.kind, array(
        select key from unnest(part.keys) as key
        where substring(key from '^(?:home|catalogue|product|inquiry|other)\|([0-9]{1,5})$')::integer = any (private.vital_bounds())
      ));
    end if;
  end loop;
end
$$;

-- Searches and views, by day, or by 28 or so equal parts of a long period: [{"day": the first of each, "until", "searched", "seen", "added"}].
create function private.visits(since date, until date) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'day', first, 'until', last, 'searched', private.sum_of_counts('searched', first, last), 'seen', private.sum_of_counts('seen', first, last),
    'added', private.sum_of_counts('added', first, last)
  ) order by first), '[]')
  from (select greatest(since, (select min(day) from public.daily_counts where kind = 'seen' and key = ''), until - 1000) as begins) as counted
  cross join lateral (select case when until - begins <= 31 then 1 else ceil((until - begins) / 28.0)::integer end as step) as steps
  -- Only whole ones: a part would look like a fall.
  cross join lateral generate_series(0, (until - begins + 1) / step - 1) as earlier
  cross join lateral (select until - (earlier + 1) * step + 1 as first, until - earlier * step as last) as days
$$;

-- How many searches, visits, leads and quotations the days had.
create function private.funnel(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  starts constant timestamptz := since::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (until + 1)::timestamp at time zone 'Asia/Kolkata';
begin
  return (
    select jsonb_build_object(
      'searched', private.sum_of_counts('searched', since, until), 'seen', private.sum_of_counts('seen', since, until),
      'added', private.sum_of_counts('added', since, until), 'asked', private.count_leads('', starts, ends),
      'quoted', count(*) filter (where number is not null), 'accepted', count(*) filter (where state = 'accepted'),
      'declined', count(*) filter (where state = 'declined')
    )
    from public.quotations where created_at >= starts and created_at < ends
  );
end
$$;

-- How often visitors searched, and for what: the most frequent searches first, or of the list "not_found" only those without a result.
create function private.search_figures(since date, until date, list text, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'searched', private.sum_of_counts('searched', since, until), 'not_found', private.sum_of_counts('not_found', since, until),
    'chosen', private.sum_of_counts('search_chosen', since, until),
    'words', (
      select coalesce(jsonb_agg(to_jsonb(most)), '[]')
      from (
        select key as words, coalesce(sum(number) filter (where counted.kind = 'searched'), 0) as searched,
          coalesce(sum(number) filter (where counted.kind = 'not_found'), 0) as not_found,
          coalesce(sum(number) filter (where counted.kind = 'search_chosen'), 0) as chosen
        from public.daily_counts as counted
        where counted.kind in ('searched', 'not_found', 'search_chosen') and day between since and until and key <> ''
        group by key having list is distinct from 'not_found' or sum(number) filter (where counted.kind = 'not_found') > 0
        order by case when list = 'not_found' then sum(number) filter (where counted.kind = 'not_found') end desc, 2 desc, 3 desc, 1 limit size
      ) as most
    )
  );
end
$$;

-- Why quotations were declined, and leads lost: the most frequent reasons first.
create function private.reason_figures(since timestamptz, before timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'declined', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'quotations', number) order by number desc, reason), '[]')
      from (
        select private.reason_of_quotation(id) as reason, count(*) as number from public.quotations
        where state = 'declined' and created_at >= since and created_at < before group by 1
      ) as declined
    ),
    'lost', (
      select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'leads', number) order by number desc, reason), '[]')
      from (
        select private.reason_of_lead(lead_id) as reason, count(*) as number from public.lead_handling
        where state = 'lost' and merged_into is null and created_at >= since and created_at < before group by 1
      ) as lost
    )
  );
end
$$;

-- The 75th percentile of each web vital by page, as the upper bound of its bucket.
create function private.vital_figures(since date, until date) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('vital', vital, 'page', page, 'views', views, 'p75', p75) order by vital, page), '[]')
    from (
      select vital, page, max(total) as views, min(bound) filter (where below >= 0.75 * total) as p75
      from (
        select vital, page, bound, sum(number) over (partition by vital, page) as total, sum(number) over (partition by vital, page order by bound) as below
        from (
          select substr(counted.kind, 7) as vital, split_part(key, '|', 1) as page, split_part(key, '|', 2)::integer as bound, number
          from (
            select listed.kind, key, sum(number) as number from public.daily_counts as listed
            where listed.kind > 'vital:' and listed.kind < 'vital;' and day between since and until group by listed.kind, key
          ) as counted
        ) as bucket
      ) as histogram
      group by vital, page
    ) as measured
  );
end
$$;

-- How many products each list of the figures has, and the first ones of one list.
create function private.product_figures(list text, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'seen_never_asked', (select count(*) from private.product_counts where seen >= 100 and asked = 0),
    'asked_never_quoted', (select count(*) from private.product_counts where asked > 0 and quoted = 0),
    'quoted_declined', (select count(*) from private.product_counts where declined > 0),
    'products', private.most_counted_products(list, size)
  );
end
$$;

-- Of the leads of a time, by person, whom they are assigned to and who answered them first, and by the day of the week on which they came in India, from 1, Monday.
-- India's time is 5:30 ahead at all times: looking its zone up takes longer than the rest of a row.
create or replace function private.answer_times(since timestamptz, before timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select
      assigned_to, coalesce(answered_by, assigned_to) as answerer, date_part('isodow', created_at at time zone interval '5:30')::integer as weekday,
      date_part('epoch', answered_at - created_at) / 60 as minutes
    from public.lead_handling where merged_into is null and created_at >= since and created_at < before
  ), counted as (
    select
      grouping(weekday) as over_days, grouping(person) as over_people, person, weekday,
      count(*) filter (where is_lead) as leads, count(minutes) as answered, percentile_cont(array[0.5, 0.9]) within group (order by minutes) as within
    from (
      select assigned_to as person, weekday, true as is_lead, null::double precision as minutes from lead
      union all select answerer, weekday, false, minutes from lead where minutes is not null
    ) as part
    group by grouping sets ((), (weekday), (person))
  ), measured as (
    select
      over_days, over_people, person, weekday, (select users.email from auth.users where users.id = person) as email,
      jsonb_build_object('leads', leads, 'answered', answered, 'median_minutes', round(within[1]), 'p90_minutes', round(within[2])) as times
    from counted
  )
  select jsonb_build_object(
    'all', (select times from measured where over_days = 1 and over_people = 1),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person, 'email', email) || times order by email nulls last), '[]')
      from measured where over_days = 1 and over_people = 0
    ),
    'weekdays', (select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday) || times order by weekday), '[]') from measured where over_days = 0),
    'unanswered_quotations', (
      select count(*) from public.quotations as quotation
      cross join lateral (
        select sent_at, valid_until from public.quotation_versions where quotation_id = quotation.id order by sent_at is null, revision desc limit 1
      ) as version
      where state = 'sent' and valid_until >= private.day_in_india(now()) and sent_at < now() - interval '3 days'
    )
  )
$$;

-- Each kind is what the function above makes of it; won, open, money (by the option by), sources and times are those of 278_money.sql,
-- orders that of 258_order_lists.sql.
-- funnel: "asked" is count_leads; "quoted", "accepted" and "declined" are count_quotations, begun then, with sent: yes and these states.
-- searches, of which words are stored as long as the retention of searches says: with the option list: not_found only those.
-- products, since counting began: the option list is one of the three lists, which count_products counts by the filter of that name: yes,
-- or those seen most. groups, by the option group: category, theme, industry or band. Of both "asked" is count_leads and the others
-- are count_quotations, with the filter about.
-- answers: a person's are those of count_leads by assigned and answered_by, an id or none. reasons are those of count_quotations and
-- count_leads with state and reason.
-- seasons, for each year from since to until, by the options festival (diwali, holi, eid, christmas, new_year) and weeks: week -1 is the
-- one before. vitals: "p75" is in milliseconds, of CLS in thousandths.
create or replace function private.figures(kind text, since date default null, until date default null, options jsonb default '{}') returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  last_day constant date := coalesce(until, private.day_in_india(now()));
  first_day constant date := coalesce(since, last_day - 89);
  starts constant timestamptz := first_day::timestamp at time zone 'Asia/Kolkata';
  ends constant timestamptz := (last_day + 1)::timestamp at time zone 'Asia/Kolkata';
  size constant integer := least(greatest(coalesce((options ->> 'size')::integer, 50), 1), 1000);
  list constant text := options ->> 'list';
begin
  if not private.is_admin() then
    return null;
  end if;
  case kind
    when 'funnel' then return private.funnel(first_day, last_day);
    when 'searches' then return private.search_figures(first_day, last_day, list, size);
    when 'products' then return private.product_figures(list, size);
    when 'groups' then return private.counts_of_groups(coalesce(options ->> 'group', 'category'), first_day, last_day);
    when 'answers' then return private.answer_times(starts, ends);
    when 'reasons' then return private.reason_figures(starts, ends);
    when 'seasons' then
      return private.seasons(coalesce(options ->> 'festival', 'diwali'), least(coalesce((options ->> 'weeks')::integer, 8), 26), since, last_day);
    when 'won' then return private.won_by_month(last_day);
    when 'open' then return private.open_money();
    when 'money' then return private.money_by(coalesce(options ->> 'by', 'person'), first_day, last_day, size);
    when 'sources' then return private.money_of_sources(first_day, last_day, size);
    when 'times' then return private.quotation_times(first_day, last_day);
    when 'orders' then return private.order_figures(first_day, last_day);
    when 'visits' then return private.visits(first_day, last_day);
    when 'vitals' then return private.vital_figures(first_day, last_day);
    else
      raise exception 'There are no such figures: %', kind using errcode = '22023';
  end case;
end
$$;

-- The e-mails to a contact; also those to an address that is none.
create function private.mails_to(address text) returns setof public.outbox
language sql stable rows 20 security definer set search_path = '' as $$
  select mail.* from public.contacts join public.outbox as mail on contact_id = contacts.id where lower(contacts.email) = lower(address)
  union all
  select * from public.outbox
  where contact_id is null and private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and lower(recipient) = lower(address)
$$;

-- Takes one of the e-mails that anyone may cause to an address in a day: six for its mailbox, and a hundred for its domain
-- unless that is a public mail host. Returns its id, or the time to wait, or neither for an address that is not deliverable.
create or replace function private.take_mail(address text, out taken uuid, out wait interval)
language plpgsql set search_path = '' as $$
declare
  day constant interval := interval '1 day';
  until constant timestamptz := now() + interval '1 minute'; -- later ones are from a clock that was wrong
  to_mailbox text;
  to_domain text;
begin
  if not private.is_deliverable(address) then
    return;
  end if;
  to_mailbox := private.normalized_mailbox(address);
  to_domain := private.own_domain(to_mailbox);
  perform pg_advisory_xact_lock(hashtextextended('mail to ' || coalesce(to_domain, to_mailbox), 0));
  select max(nth.sent_at) + day - now() into wait from (
    (select sent_at from private.sent_mails where mailbox = to_mailbox and sent_at between now() - day and until order by sent_at desc offset 5 limit 1)
    union all
    (select sent_at from private.sent_mails where domain = to_domain and sent_at between now() - day and until order by sent_at desc offset 99 limit 1)
  ) as nth;
  if wait is null then
    insert into private.sent_mails (mailbox, domain) values (to_mailbox, to_domain) returning id into taken;
  end if;
end
$$;

-- Whom a lead is assigned to, or the deputy meanwhile, while on the staff; null without one. A merged lead has the assignee of the one
-- that stands for it.
create function private.assignee_address(lead uuid) returns text
language sql stable set search_path = '' as $$
  select users.email from public.lead_handling as own
  join public.lead_handling as standing on standing.lead_id = coalesce(own.merged_into, own.lead_id)
  join auth.users on users.id = private.acting_for(standing.assigned_to)
  join public.profiles on profiles.id = users.id and (is_admin or is_sales)
  where own.lead_id = lead and private.is_deliverable(users.email)
$$;

-- Notifies the addresses of notices, or, of an e-mail that was received, the owner of the quotation that it answers, or the assignee, in
-- their place. To each address of the seller at most 500 notices an hour, more than one client address can cause.
create function private.queue_notices(lead uuid, event_number bigint default null, quotation uuid default null) returns void
language sql set search_path = '' as $$
  insert into public.outbox (lead_id, kind, recipient, event_number)
  select lead, 'notice', address, queue_notices.event_number
  from (select (
    select coalesce(private.owner_address(quotation), private.assignee_address(lead)) from public.lead_events as event
    where event.number = queue_notices.event_number and event.kind = 'received'
  ) as assignee) as one
  left join public.site_settings as site on true
  cross join lateral unnest(case when assignee is null then site.notice_emails else array[assignee] end) as address
  where 500 > (
    select count(*) from public.outbox
    where private.normalized_mailbox(recipient) = private.normalized_mailbox(address) and kind = 'notice'
      and created_at between now() - interval '1 hour' and now() + interval '1 minute'
  )
  on conflict do nothing
$$;

-- Tells of what was done with a quotation: both sides of its acceptance and of a colleague's decision, the buyer of its reopening and of answers,
-- a colleague who is asked for an approval, or has approved another choice than was accepted, and the seller of what buyers do: the quotation's owner while on the staff, else the addresses of notices. At most
-- 500 an hour to each address, beside decisions, which no comments keep from the seller. Runs with its owner's rights, since no role of the API writes e-mails.
create or replace function private.queue_quotation_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  version public.quotation_versions;
begin
  select * into version from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  insert into public.outbox (version_id, kind, recipient, quotation_event, next_attempt_at)
  -- A step of an order may be undone within a minute (tell_buyer).
  select version.id, mail.kind, mail.recipient, new.number, now() + case when new.kind = 'news' and new.value ->> 'about' <> 'proof' then interval '1 minute' else '0' end
  from (
    select case
      when new.kind = 'accepted' then 'acceptance' when new.kind = 'reopened' then 'quotation_reopened'
      when new.kind = 'comment' and new.actor_id is not null or new.kind in ('approved', 'rejected', 'news') then 'quotation_answer'
    end, version.content #>> '{buyer,email}'
    union all select 'approval', new.value ->> 'email' where new.kind = 'approval_asked'
    union all select 'approval', email from private.other_approvals(version.id) where new.kind = 'accepted'
    union all
    select case new.kind when 'accepted' then 'acceptance' else 'quotation_notice' end, private.seller_addresses(new.quotation_id)
    where new.kind = 'accepted' or new.actor_id is null and new.kind in ('declined', 'change_asked', 'comment', 'approved', 'rejected', 'details', 'purchase_order', 'artwork', 'proof_approved', 'proof_change')
  ) as mail (kind, recipient)
  where version.id is not null and mail.kind is not null and private.is_deliverable(mail.recipient) and (
    new.kind in ('accepted', 'declined', 'change_asked') or 500 > (
      select count(*) from public.outbox
      where private.normalized_mailbox(recipient) = private.normalized_mailbox(mail.recipient) and version_id is not null
        and created_at between now() - interval '1 hour' and now() + interval '1 minute'
    )
  )
  on conflict do nothing;
  return null;
end
$$;

-- What the server that fetches e-mails says: that it delivers them, or that it has no SMTP server and writes files; null says
-- nothing, as earlier versions do. Written only where it changes.
create function private.note_delivery(delivers boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if delivers = exists (select from private.settings where name = 'mail_is_files') then
    delete from private.settings where name = 'mail_is_files' and delivers;
    insert into private.settings (name, value) select 'mail_is_files', 'yes' where not delivers on conflict do nothing;
  end if;
end
$$;

-- An e-mail that is due for ten minutes was fetched by no server: none sends any.
create function private.delivers_mail() returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select from private.settings where name = 'mail_is_files')
    and not exists (select from public.outbox where state = 'queued' and next_attempt_at < now() - interval '10 minutes')
  where (select private.is_staff())
$$;

select private.expose('delivers_mail',
  'Whether the site delivers e-mails: false where no SMTP server is set, or where no server fetches what is due. Null for anyone but administrators and sales.');

-- Where replies reach the seller: at the site's contact, else at the first address of notices, else at the first administrator's.
create function private.office_address() returns text
language sql stable security definer set search_path = '' as $$
  select address from (
    select 1 as rank, contact_email as address from public.site_settings
    union all select 2, notice_emails[1] from public.site_settings
    union all (
      select 3, users.email from public.profiles join auth.users on users.id = profiles.id where is_admin order by users.created_at, users.id limit 1
    )
  ) as known
  where private.is_deliverable(address) order by rank limit 1
$$;

-- {"lead": the id of its lead; "quotation": of its quotation, missing without one; "reply_to": who of the seller's people a buyer answers: the quotation's owner or whom the lead is assigned to, while on the staff,
-- else the office; "references": the ids of e-mails before this one}. An inquiry is one thread with its quotations, for both sides:
-- it begins with its first e-mail, and goes on with those that this recipient has, the last of the same quotation at the end.
create function private.mail_headers(mail_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with mail as (
    select outbox.*, quotation.id as quotation, coalesce(outbox.lead_id, quotation.lead_id) as lead
    from public.outbox left join public.quotation_versions as version on version.id = version_id
    left join public.quotations as quotation on quotation.id = version.quotation_id
    where outbox.id = mail_id
  ), related as (
    select other.id, other.created_at, other.kind, other.recipient, null::uuid as quotation
    from mail join public.outbox as other on other.lead_id = mail.lead
    union all
    select other.id, other.created_at, other.kind, other.recipient, quotation.id
    from mail join public.quotations as quotation on quotation.id = mail.quotation or quotation.lead_id = mail.lead
    join public.quotation_versions as version on version.quotation_id = quotation.id
    join public.outbox as other on other.version_id = version.id
  ), earlier as (
    -- Both e-mails about a new inquiry are of the same instant: the buyer's is the first.
    select
      related.id, lower(related.recipient) = lower(mail.recipient) as is_own, related.quotation is not distinct from mail.quotation as is_same,
      row_number() over (order by related.created_at, related.kind = 'notice', related.id) as position
    from mail join related
      on (related.created_at, related.kind = 'notice', related.id) < (mail.created_at, mail.kind = 'notice', mail.id)
  ), listed as (
    select * from earlier where position = 1
    union (select * from earlier where is_own order by is_same desc, position desc limit 9)
  )
  select jsonb_build_object(
    'reply_to', coalesce((
      select case when mail.quotation is null then private.assignee_address(mail.lead) else private.owner_address(mail.quotation) end from mail
    ), private.office_address()),
    'lead', (select lead from mail),
    'references', (select coalesce(jsonb_agg(id order by position <> 1, is_same, position), '[]') from listed)
  ) || jsonb_strip_nulls(jsonb_build_object('quotation', (select quotation from mail)))
$$;

-- Whose work a person does today: their own, unless a deputy does it, and that of the absent whose deputy they are.
create function private.work_of(person uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where (is_admin or is_sales) and private.acting_for(id) = person
$$;

-- What waits in the lists of leads, quotations, orders and samples, by their filters, the most urgent first.
create function private.waiting_lists() returns table (place bigint, part text, filters jsonb)
language sql stable set search_path = '' as $$
  select row_number() over (), listed.* from private.day_in_india(now()) as today cross join lateral (values
    ('answered_quotations', '{"unsettled": "yes"}'::jsonb),
    ('overdue_leads', jsonb_build_object('due_to', today - 1)),
    ('late_orders', '{"due": "late"}'),
    ('due_leads', jsonb_build_object('due_from', today, 'due_to', today)),
    ('due_orders', '{"due": "week"}'),
    ('unanswered_leads', '{"unanswered": "yes"}'),
    ('unanswered_quotations', '{"unanswered": "yes"}'),
    ('expiring_quotations', '{"expiring": "yes"}'),
    ('unanswered_samples', '{"overdue": "asked"}'),
    ('undelivered_samples', '{"overdue": "sent"}'),
    ('unreturned_samples', '{"overdue": "return"}'),
    ('unjudged_samples', '{"overdue": "verdict"}')
  ) as listed
$$;

-- One list as its screen has it for the caller: {"part", "number", "rows": the first five, [{"id", "number", "company", "name", "day"}]}. The number
-- of a lead is its reference, by which files of e-mails are found when its person is erased. The day is that on which a lead came or is due, or a
-- quotation was sent or ends, or an order is needed or begun.
create function private.waiting_list(part text, filters jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('part', part, 'number', counted.number, 'rows', (
    select jsonb_agg(to_jsonb(listed) - 'at' order by day, at, id) from (
      select
        found.id, found.reference as number, found.company, found.name, found.created_at as at,
        case when filters ? 'due_to' then due_on else private.day_in_india(found.created_at) end as day
      from private.find_leads(
        ascending => true, size => 5, filters => waiting_list.filters, sorted => case when filters ? 'due_to' then 'due' else 'created_at' end
      ) as found join public.lead_handling as handling on handling.lead_id = found.id where part like '%leads'
      union all
      select id, number, company, name, created_at, case part when 'expiring_quotations' then valid_until else private.day_in_india(sent_at) end
      from private.find_quotations(
        filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'expiring_quotations' then 'valid_until' else 'created_at' end
      ) where part like '%quotations'
      union all
      select id, number, company, name, created_at, case part when 'late_orders' then needed_by else start_on end
      from private.find_orders(filters => waiting_list.filters, ascending => true, size => 5, sorted => case part when 'late_orders' then 'needed_by' else 'start_on' end)
      where part like '%orders'
      union all
      select lead_id, reference, company, buyer, created_at, case part
        when 'undelivered_samples' then sent_on when 'unreturned_samples' then return_by when 'unjudged_samples' then delivered_on else private.day_in_india(created_at)
      end
      from private.find_samples(filters => waiting_list.filters, ascending => true, size => 5) where part like '%samples'
    ) as listed
  ))
  from (select case
    when part like '%leads' then private.count_leads(filters => waiting_list.filters)
    when part like '%quotations' then private.count_quotations('', filters)
    when part like '%orders' then private.count_orders('', filters) else private.count_samples('', filters)
  end as number) as counted where counted.number > 0
$$;

-- What waits for a person: [{"owner": the id of whose work it is, null of what has no owner, "name": of the absent colleague, "away_until", "lists":
-- those of waiting_list}], their own first. It is read as the person reads the lists, so that the numbers are theirs.
create function private.digest_of(person uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  caller constant text := coalesce(current_setting('request.jwt.claims', true), '');
  caller_id constant text := coalesce(current_setting('request.jwt.claim.sub', true), '');
  digest jsonb;
begin
  perform set_config('request.jwt.claims', jsonb_build_object('sub', person, 'role', 'authenticated', 'aal', 'aal2')::text, true);
  perform set_config('request.jwt.claim.sub', coalesce(person::text, ''), true);
  select coalesce(jsonb_agg(jsonb_build_object('owner', work.owner, 'name', name, 'away_until', away_until, 'lists', lists) order by place, name), '[]') into digest
  from (
    select id as owner, (id <> person)::integer as place,
      case when id <> person then coalesce(profiles.name, users.email) end as name, case when id <> person then away_until end as away_until
    from private.work_of(person) as own (id) join public.profiles using (id) join auth.users using (id)
    union all select null, 2, null, null where person in (select private.work_of(person))
  ) as work
  cross join lateral (
    select jsonb_agg(list order by waiting.place) as lists from private.waiting_lists() as waiting
    cross join lateral private.waiting_list(
      part, filters || jsonb_build_object(case when part like '%leads' then 'assigned' else 'owner' end, coalesce(work.owner::text, 'none'))
    ) as list where list is not null
  ) as found where lists is not null;
  perform set_config('request.jwt.claims', caller, true);
  perform set_config('request.jwt.claim.sub', caller_id, true);
  return digest;
end
$$;

-- Once a day and person, from the hour that each has chosen: a server that was down then queues it later on that day. Of two servers one finds the
-- day of a person unchanged. The digest takes the place of the one before, sent or not. Five people at a time, so that the queue is not held up; a
-- fault in one digest keeps no other e-mail back.
create function private.queue_digests(moment timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  here constant timestamp := moment at time zone 'Asia/Kolkata';
  due record;
begin
  for due in
    update public.profiles as profile set digest_on = here::date from auth.users
    where users.id = profile.id and profile.id in (
      select waiting.id from public.profiles as waiting
      where (is_admin or is_sales) and digest_hour <= extract(hour from here) and extract(isodow from here) <= digest_days
        and digest_on is distinct from here::date
      order by waiting.id limit 5 for update skip locked
    )
    returning profile.id, users.email
  loop
    begin
      delete from public.outbox where kind = 'digest' and recipient = due.email;
      insert into public.outbox (kind, recipient)
      select 'digest', due.email where private.is_deliverable(due.email) and private.digest_of(due.id) <> '[]';
    exception
      when others then
        raise warning 'There is no digest for % today: %', due.id, sqlerrm;
    end;
  end loop;
end
$$;

-- The e-mails that are due, with all that they say: they are the caller's to send for two minutes, then another's. Each attempt
-- of an e-mail with a link to a private page has a new token, and each of a code a new code, of which only the hash is stored.
-- Those of earlier attempts stay valid, since an attempt that did not end may have sent its e-mail. An acknowledgement has no link
-- once the staff have ended the buyer's links. One that was not taken for two days, or whose last attempt did not end, has
-- failed. The server says whether it delivers e-mails.
create function public.claim_mails(batch integer default 5, delivers boolean default null) returns jsonb
language plpgsql set search_path = '' as $$
declare
  mails jsonb;
begin
  perform private.note_delivery(delivers);
  perform private.queue_digests();
  update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
  where state = 'queued'
    and (next_attempt_at < now() - interval '2 days' or (attempts >= 8 and next_attempt_at <= now()));
  with due as (
    select mail.id, case
      when kind = 'quotation_code' then upper(left(gen_random_uuid()::text, 8))
      when kind in ('acknowledgement', 'sample') and 'ended' = (
        select event.value from public.lead_events as event where event.lead_id = mail.lead_id and event.kind = 'link' order by event.number desc limit 1
      ) then null
      when kind in ('acknowledgement', 'erasure_warning', 'sample', 'data_link', 'quotation', 'quotation_answer', 'quotation_reopened', 'approval')
        or kind = 'acceptance' and recipient = version.content #>> '{buyer,email}'
        then replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
    end as token
    from public.outbox as mail left join public.quotation_versions as version on version.id = version_id
    where state = 'queued' and next_attempt_at <= now()
    order by next_attempt_at limit least(greatest(batch, 1), 100) for update of mail skip locked
  ), claimed as (
    update public.outbox as mail
    set attempts = attempts + 1, next_attempt_at = now() + interval '2 minutes', last_error = null,
      links = array_remove(links || case
        when kind in ('acknowledgement', 'erasure_warning', 'sample', 'data_link') then private.link_hash(due.token)
        when kind = 'quotation_code' then private.acceptance_code_hash(version_id, due.token)
      end, null)
    from due where mail.id = due.id
    returning mail.*, due.token
  ), linked as (
    insert into public.quotation_links (quotation_id, version_id, purpose, hash, email)
    select
      version.quotation_id, version.id, case kind when 'approval' then kind else 'buyer' end, private.link_hash(token),
      case kind when 'approval' then recipient end
    from claimed join public.quotation_versions as version on version.id = version_id where token is not null and kind <> 'quotation_code'
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', mail.id, 'kind', kind, 'to', recipient, 'attempt', attempts, 'created_at', mail.created_at,
    'reference', coalesce(quotation ->> 'reference', lead.reference, private.number_series() || '-' || upper(left(invitation_id::text, 8))),
    'token', mail.token, 'headers', private.mail_headers(mail.id),
    'event', (
      select jsonb_build_object('kind', event.kind, 'value', event.value, 'samples', private.samples_of_event(event)) from public.lead_events as event where number = event_number
    ),
    'reply', case when kind = 'reply' then private.mailed_reply(event_number) end,
    'invitation', case when invitation_id is not null then private.renew_invitation(invitation_id) end,
    'quotation', quotation,
    'digest', case when kind = 'digest' then private.digest_of((select users.id from auth.users where users.email = recipient)) end,
    'lead', case when lead.id is not null then jsonb_build_object(
      'id', lead.id, 'erased_at', erased_at, 'name', lead.name, 'company', company, 'email', email, 'phone', phone, 'message', message,
      'needed_by', needed_by, 'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
      'lines', nullif(private.inquiry_as_json(lead)::jsonb -> 'lines', '[]')
    ) end,
    'site', (
      select jsonb_build_object(
        'name', site.name, 'sender_email', sender_email, 'contact_email', contact_email, 'contact_phone', contact_phone,
        'second_phone', second_phone, 'second_phone_label', second_phone_label, 'colour_primary', colour_primary,
        'claimed_answer', claimed_answer, 'own_products', private.own_products()
      )
      from (values (1)) as one left join public.site_settings as site on true
    )
  ) order by mail.created_at, mail.id), '[]')
  into mails
  from claimed as mail left join public.leads as lead on lead.id = lead_id
  cross join lateral (select private.mailed_quotation(version_id, quotation_event) as quotation) as mailed;
  return mails;
end
$$;

-- Stores the result of an attempt. The delays between attempts grow from a minute to half a day; the eighth is the last. Of a
-- reply that was sent the contents of attachments are deleted.
create or replace function public.finish_mail(mail_id uuid, attempt integer, error text default null, is_final boolean default false)
returns void
language plpgsql set search_path = '' as $$
declare
  retry_delay constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
begin
  update public.outbox set
    state = case when error is null then 'sent' when is_final or retry_delay is null then 'failed' else 'queued' end,
    sent_at = case when error is null then now() end,
    last_error = left(error, 200),
    next_attempt_at = now() + coalesce(retry_delay, '0')
  where id = mail_id and state <> 'sent' and (error is null or (attempts = attempt and state = 'queued'));
  update public.lead_replies set files = null
  where files is not null and event_number = (select mail.event_number from public.outbox as mail where mail.id = mail_id and mail.state = 'sent');
end
$$;

-- Runs with its owner's rights, since no role of the API writes e-mails. A reply whose attachments are deleted is not sent
-- without them.
create or replace function private.retry_mail(mail_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales can resend e-mails');
  perform private.require(
    not exists (
      select from public.outbox as mail join public.lead_replies as reply using (event_number)
      where mail.id = mail_id and mail.state <> 'sent' and attachments <> '[]' and files is null
    ),
    'Its attachments were deleted after 7 days: write the reply again', 'PT409'
  );
  -- One that is being sent has no error.
  update public.outbox set state = 'queued', attempts = 0, next_attempt_at = now()
  where id = mail_id and (lead_id is not null or version_id is not null) and state <> 'sent' and last_error is not null;
end
$$;

-- Deletes what has expired, once an hour, and nothing else does. Of refresh tokens, the one that the newest replaced stays,
-- which a client may still have. Links of e-mails go with the time of sending: a link without its token but with the time has
-- been used (prove_address). Auth's tables are its own: where one is missing, differs or may not be changed, the others are
-- purged all the same.
create or replace function private.purge_expired() returns void
language plpgsql security definer set search_path = '' as $$
declare
  purge text;
begin
  foreach purge in array array[
    $purge$ delete from auth.refresh_tokens as old where old.revoked and old.updated_at < now() - interval '7 days'
      and not exists (select from auth.refresh_tokens as next where next.parent = old.token and next.revoked is not true) $purge$,
    $purge$ delete from auth.audit_log_entries where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from auth.mfa_challenges where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.flow_state where created_at < now() - interval '1 day' $purge$,
    $purge$ delete from auth.one_time_tokens where created_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set confirmation_token = '' where confirmation_token <> '' and confirmation_sent_at < now() - interval '2 days' $purge$,
    $purge$ update auth.users set recovery_token = '', recovery_sent_at = null where recovery_token <> '' and recovery_sent_at < now() - interval '2 days' $purge$,
    $purge$ delete from private.sent_mails where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.missed_search_reports where reported_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.event_quotas where counted_at < now() - interval '1 hour' $purge$,
    $purge$ delete from public.daily_counts
      where kind in ('searched', 'not_found', 'search_chosen') and key <> '' and day < private.day_in_india(now() - private.stored_for('searches')) $purge$,
    $purge$ delete from private.sent_leads where sent_at < now() - interval '1 hour' $purge$,
    $purge$ delete from private.sent_samples where sent_at < now() - interval '1 day' $purge$,
    $purge$ delete from private.shared_baskets where created_at < now() - interval '60 days' $purge$,
    $purge$ delete from private.released_images where released_at < now() - interval '1 day' $purge$,
    $purge$ delete from public.deleted_records where deleted_at <= now() - interval '30 days' $purge$,
    $purge$ delete from public.quotations where erase_on <= private.day_in_india(now()) $purge$,
    $purge$ select private.drop_contacts(array_agg(id), array_agg(company_id)) from public.contacts where erased_at is not null $purge$,
    $purge$ delete from public.record_history where changed_at <= now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.imports where created_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from public.missed_searches where searched_at < now() - private.stored_for('searches') $purge$,
    $purge$ delete from public.missed_searches
      where words in (select words from public.missed_searches order by searches desc, searched_at desc offset 500) $purge$,
    $purge$ delete from public.access_log where at < now() - private.stored_for('access_log') $purge$,
    $purge$ delete from public.privacy_requests where closed_at < now() - private.stored_for('logs') $purge$,
    $purge$ delete from private.webhook_deliveries where queued_at < now() - case state when 'sent' then interval '7 days' else interval '30 days' end $purge$,
    $purge$ delete from public.outbox where kind = 'data_link' and created_at < now() - interval '3 days' $purge$,
    $purge$ with expired as (
        update public.lead_replies set files = null where files is not null and created_at < now() - interval '7 days' returning event_number
      )
      update public.outbox set state = 'failed', last_error = coalesce(last_error, 'EXPIRED')
      where kind = 'reply' and state = 'queued' and event_number in (select event_number from expired) $purge$,
    $purge$ select private.drop_code_counters() $purge$,
    $purge$ select private.erase_due_leads() $purge$,
    $purge$ update public.retention set last_run_at = now() where kind <> 'mail_files' $purge$
  ] loop
    begin
      execute purge;
    exception
      when undefined_table or undefined_column or insufficient_privilege then null;
    end;
  end loop;
end
$$;

-- The beginning of a file says what it is; the name has to agree.
create function private.is_attachment(name text, content bytea) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(name) between 5 and 150 and name !~ '[[:cntrl:]/\\<>:"|?*]'
    and private.content_type(content) = case lower(substring(name from '[^.]*$'))
      when 'pdf' then 'application/pdf' when 'png' then 'image/png' when 'jpg' then 'image/jpeg' when 'jpeg' then 'image/jpeg'
      when 'xlsx' then 'application/zip' when 'docx' then 'application/zip'
    end
$$;

-- At most 60 an hour for each person: what a stolen session could send. The e-mail is rendered from the reply when it is sent.
-- Attachments are [{"name", "content": base64}], at most three PDF, PNG, JPEG, XLSX or DOCX files of 5 MB together.
create function private.reply_to_lead(lead uuid, reply uuid, subject text, "text" text, attachments jsonb default '[]') returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  heading constant text := private.cleaned_text('The subject', subject, 200);
  body constant text := private.cleaned_text('The text', "text", 10000);
  contents bytea[];
  names jsonb;
  are_known boolean;
  size bigint;
  stored bigint;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle leads');
  perform private.require(heading !~ '[[:cntrl:]]', 'The subject must be one line', '22023');
  perform private.require(reply is not null, 'A reply needs an id', '22023');
  -- Replies of one person wait for each other, and so does a reply that is sent again.
  perform pg_advisory_xact_lock(hashtextextended('replies of ' || auth.uid(), 0));
  select event_number into stored from public.lead_replies as sent where sent.reply = reply_to_lead.reply;
  if found then
    return stored;
  end if;
  perform private.require(private.delivers_mail(), 'This site sends no e-mails: answer in your mail program', 'PT409');
  perform private.require(60 > (
    select count(*) from public.lead_replies as sent join public.lead_events on number = event_number
    where actor_id = auth.uid() and sent.created_at > now() - interval '1 hour'
  ), 'You have sent 60 replies within an hour: wait a little, or use your mail program', 'PT429');
  perform private.require(
    jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3, 'A reply may have at most three attachments', '22023'
  );
  select
    array_agg(content order by position), jsonb_agg(jsonb_build_object('name', name, 'size', length(content)) order by position),
    bool_and(coalesce(private.is_attachment(name, content), false)), sum(length(content))
  into contents, names, are_known, size
  from jsonb_array_elements(attachments) with ordinality as listed (file, position)
  cross join lateral (select private.trimmed(file ->> 'name') as name, decode(file ->> 'content', 'base64') as content) as attached;
  perform private.require(are_known is not false, 'Attachments must be PDF, PNG, JPEG, XLSX or DOCX files', '22023');
  perform private.require(coalesce(size, 0) <= 5 * 1024 * 1024, 'Attachments may have at most 5 MB together', '22023');
  stored := private.handle_lead(lead, 'answered', 'email');
  insert into public.lead_replies (event_number, reply, subject, text, attachments, files)
  values (stored, reply, heading, body, coalesce(names, '[]'), contents);
  insert into public.outbox (lead_id, kind, recipient, event_number) select id, 'reply', email, stored from public.leads where id = lead;
  return stored;
end
$$;

select private.expose('reply_to_lead',
  'Sends an e-mail to the sender of a lead in the name of the site, answered to the caller, and marks the lead as answered: the number of that event. The same id of a reply answers the same, without a second e-mail. For administrators and sales, 60 an hour.');

-- What the e-mail of a reply says. It is answered to who has written it.
create function private.mailed_reply(event_number bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'subject', subject, 'text', text, 'reply_to', case when private.is_deliverable(actor_email) then actor_email end,
    'files', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', file ->> 'name', 'content', translate(encode(files[position::integer], 'base64'), E'\n', '')
      ) order by position), '[]')
      from jsonb_array_elements(attachments) with ordinality as listed (file, position)
    )
  )
  from public.lead_replies as reply join public.lead_events on number = reply.event_number
  where reply.event_number = mailed_reply.event_number
$$;

-- Stores an e-mail {"lead", or "quotation" in its place, "sender", "message_id", "subject", "text", "is_automatic", "files": [{"name", "size", "content": base64}]} and
-- notifies the seller unless a program has sent it: "stored", also of one that was stored before; "unknown" where the lead is gone or
-- erased; "full" when it has 50 of the last 24 hours. Files of other kinds than those of replies are not stored.
create function private.receive_mail(mail jsonb) returns text
language plpgsql set search_path = '' as $$
declare
  answered constant uuid := (mail ->> 'quotation')::uuid;
  lead constant uuid := coalesce((mail ->> 'lead')::uuid, (select lead_id from public.quotations where id = answered));
  contents bytea[];
  listed jsonb;
  stored bigint;
begin
  -- E-mails to one lead wait for each other, and for its erasure.
  perform from public.lead_handling as handling where handling.lead_id = lead for update;
  perform from public.leads where id = lead and erased_at is null;
  if not found then
    return 'unknown';
  end if;
  perform from public.received_mails where message_id = mail ->> 'message_id';
  if found then
    return 'stored';
  end if;
  perform from public.lead_events as event
  where event.lead_id = lead and event.kind = 'received' and event.created_at > now() - interval '1 day' offset 49;
  if found then
    return 'full';
  end if;
  select
    array_agg(case when is_stored then content end order by position),
    jsonb_agg(jsonb_build_object('name', file ->> 'name', 'size', file -> 'size', 'stored', is_stored) order by position)
  into contents, listed
  from jsonb_array_elements(mail -> 'files') with ordinality as attached (file, position)
  cross join lateral (select decode(file ->> 'content', 'base64') as content) as decoded
  cross join lateral (select coalesce(private.is_attachment(file ->> 'name', content), false) as is_stored) as checked;
  insert into public.lead_events (lead_id, actor_email, kind, value)
  values (lead, mail ->> 'sender', 'received', mail ->> 'text') returning number into stored;
  insert into public.received_mails (event_number, message_id, subject, is_automatic, attachments, files)
  values (
    stored, mail ->> 'message_id', mail ->> 'subject', (mail ->> 'is_automatic')::boolean, coalesce(listed, '[]'), coalesce(contents, '{}')
  );
  if not (mail ->> 'is_automatic')::boolean then
    perform private.queue_notices(lead, stored, answered);
  end if;
  return 'stored';
end
$$;

-- An attachment of an e-mail, by its place from 1.
create function private.received_file(mail uuid, place integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  stored public.received_mails;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales read the e-mails of a lead');
  select * into stored from public.received_mails where id = mail;
  perform private.require(stored.files[place] is not null, 'This file was removed.', 'PT404');
  return private.file_as_json(stored.attachments -> (place - 1) ->> 'name', stored.files[place]);
end
$$;

select private.expose('received_file',
  'An attachment of an e-mail that a lead''s buyer has sent, by its id and the place from 1: {"name", "type", "content": base64}. For administrators and sales.');

-- A new address for the caller's feed, in place of the one before.
create function private.make_calendar_link() returns text
language plpgsql security definer set search_path = '' as $$
declare
  token constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  insert into private.calendar_links (user_id, hash) values (auth.uid(), private.link_hash(token))
  on conflict (user_id) do update set hash = excluded.hash, made_at = now();
  return token;
end
$$;

select private.expose('make_calendar_link',
  'Makes the address of the caller''s calendar feed, and returns its token, of which only the hash is stored; an earlier one ends. For administrators and sales.');

create function private.remove_calendar_link() returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_staff(), 'Only administrators and sales have a calendar feed');
  delete from private.calendar_links where user_id = auth.uid()
$$;

select private.expose('remove_calendar_link', 'Ends the address of the caller''s calendar feed. For administrators and sales.');

-- The days of open leads, quotations and orders of a person and of the absent whose deputy they are, from a month ago: the next 500.
create function private.calendar_of(person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with lead as (
    select
      leads.id, company, name, leads.created_at,
      -- An order has its own day.
      case when not exists (
        select from public.quotations join public.orders on orders.quotation_id = quotations.id
        where quotations.lead_id = leads.id and orders.cancelled_at is null and orders.needed_by is not null
      ) then needed_by end as needed_by,
      case when state <> 'won' then due_on end as due_on
    from public.lead_handling as handling join public.leads on leads.id = handling.lead_id
    where assigned_to in (select private.work_of(person)) and merged_into is null and erased_at is null
      and state not in ('lost', 'withdrawn', 'spam')
  ), listed as (
    select 'follow_up' as kind, id, company, name, null as number, due_on as day, created_at from lead
    union all select 'needed_by', id, company, name, null, needed_by, created_at from lead
    union all
    select 'valid_until', id, company, name, number, valid_until, created_at from private.quotation_rows
    where owner_id in (select private.work_of(person)) and state = 'sent'
    union all
    select 'company', id, name, next_step, null, next_on, created_at from public.companies
    where owner_id in (select private.work_of(person)) and merged_into is null
    union all
    select 'order', id, company, name, number, needed_by, created_at from private.order_rows
    where owner_id in (select private.work_of(person)) and is_open
  )
  select coalesce(jsonb_agg(to_jsonb(next) order by day, kind, id), '[]') from (
    select * from listed where day >= private.day_in_india(now()) - 31 order by day, kind, id limit 500
  ) as next
$$;

create function private.open_calendar(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant uuid := (
    select user_id from private.calendar_links join public.profiles on profiles.id = user_id and (is_admin or is_sales)
    where hash = private.link_hash(token)
  );
begin
  perform private.require(person is not null, 'This link does not open a calendar.', 'PT404');
  return jsonb_build_object('site', (select name from public.site_settings), 'days', private.calendar_of(person));
end
$$;

select private.expose('open_calendar',
  'The calendar feed of a token: {"site": its name, "days": [{"kind": follow_up, needed_by, valid_until, company or order, "id", "company", "name", "number": of a quotation or order, "day", "created_at"}]}. Any token that opens none answers 404.');

-- The tables of the demo's records, in the order in which they go: those that point to others first.
create function private.demo_tables(out name text, out step bigint) returns setof record
language sql immutable set search_path = '' rows 10 as $$
  select * from unnest('{products,subcategories,categories,industry_tags,doctor_type_tags,themes,branding_methods,stats_blocks,client_logos,reply_templates}'::text[])
    with ordinality
$$;

-- How the demo site is reached; what an owner enters instead is the owner's.
create function private.demo_contact(out email text, out address text)
language sql immutable set search_path = '' as $$
  select 'demo@example.com', 'Demo site: no one reads what is sent here'
$$;

-- Lists the records that the demo has brought and nobody has changed: only its ids are like version 5 of UUIDs. For the demo itself, right
-- after it is loaded, and for sites that began with it before there was this list.
create function private.store_demo_records() returns void
language plpgsql set search_path = '' as $$
declare
  listed text;
begin
  for listed in select name from private.demo_tables() loop
    execute format(
      'insert into private.demo_records (id, version) select id, version from public.%I where substr(id::text, 15, 1) = ''5'' and version = 1 on conflict do nothing',
      listed
    );
  end loop;
end
$$;

-- The ids of a table's records that can go: as the demo brought them, and used by no product that stays.
create function private.removable_demo_ids(entity text) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  uses record;
  ids uuid[];
begin
  execute format('select array_agg(id order by id) from public.%I join private.demo_records using (id, version)', entity) into ids;
  -- The rows that say which products use a record, and their column of it.
  select * into uses from (
    values ('categories', 'products', 'id', 'category_id'), ('subcategories', 'products', 'id', 'subcategory_id')
    union all
    select other, name, one_id, other_id from private.link_tables() where one = 'products' and other is not null
  ) as used (entity, name, product_id, record_id)
  where used.entity = removable_demo_ids.entity;
  if found then
    execute format(
      'select array_agg(removable.id order by removable.id) from unnest($1) as removable (id) where not exists (
         select from public.%1$I as used_by join public.products as product on product.id = used_by.%2$I
         left join private.demo_records as demo on demo.id = product.id and demo.version = product.version
         where used_by.%3$I = removable.id and demo.id is null
       )',
      uses.name, uses.product_id, uses.record_id
    ) into ids using ids;
  end if;
  return coalesce(ids, '{}');
end
$$;

create function private.demo_summary() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.is_admin() then jsonb_build_object(
    'removable', (
      select coalesce(jsonb_object_agg(entity, records), '{}')
      from (select name as entity, cardinality(private.removable_demo_ids(name)) as records from private.demo_tables()) as counted
      where records > 0
    ),
    'changed_products', (
      select count(*) from private.demo_records as demo join public.products using (id) where products.version <> demo.version
    ),
    'removed_at', (
      select max(deleted_at) from private.demo_removals join public.deleted_records on id = undo_id
      where deleted_at > now() - interval '1 day'
    )
  ) end
$$;

select private.expose('demo_summary',
  'What remove_demo would remove, and whether restore_demo can bring it back: {"removable", "changed_products", "removed_at"}: the number of records by table, how many products stay since they were changed, and when the last part was removed, null a day later. Null for anyone but administrators.');

create function private.remove_demo(most integer default 100) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  part record;
  deletion jsonb;
begin
  perform private.require(private.is_admin(), 'You may not remove the demo');
  perform private.require(most between 1 and 1000, 'Name 1 to 1000 records of the demo at a time', '22023');
  select name as entity, ids[:most] as ids into part
  from private.demo_tables() cross join lateral private.removable_demo_ids(name) as ids
  where cardinality(ids) > 0 order by step limit 1;
  if not found then
    update public.site_settings set
      contact_email = nullif(contact_email, (private.demo_contact()).email),
      contact_address = nullif(contact_address, (private.demo_contact()).address)
    where contact_email = (private.demo_contact()).email or contact_address = (private.demo_contact()).address;
    return jsonb_build_object('entity', null, 'deleted', 0);
  end if;
  deletion := private.delete_records(part.entity, part.ids);
  insert into private.demo_removals (undo_id) values ((deletion ->> 'undo')::uuid);
  return jsonb_build_object('entity', part.entity, 'deleted', deletion -> 'deleted');
end
$$;

select private.expose('remove_demo',
  'Removes at most so many of the demo''s records that nobody has changed and nothing else uses: {"entity", "deleted"}, null and 0 once none is left, and then the demo''s contact goes from the settings.');

create function private.restore_demo() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  part record;
  ids uuid[];
begin
  perform private.require(private.is_admin(), 'You may not restore the demo');
  select undo_id, entity into part
  from private.demo_removals join public.deleted_records on id = undo_id
  where deleted_at > now() - interval '1 day' order by number desc limit 1;
  if not found then
    update public.site_settings set
      contact_email = coalesce(contact_email, (private.demo_contact()).email),
      contact_address = coalesce(contact_address, (private.demo_contact()).address)
    where (contact_email is null or contact_address is null) and private.own_products() is null;
    return jsonb_build_object('restored', 0);
  end if;
  ids := array(select id from public.deleted_records where part_of = part.undo_id or id = part.undo_id and scope = 'record');
  perform public.restore_record(part.undo_id);
  execute format(
    'insert into private.demo_records (id, version) select id, version from public.%I where id = any ($1) on conflict (id) do update set version = excluded.version',
    part.entity
  ) using ids;
  return jsonb_build_object('restored', cardinality(ids));
end
$$;

select private.expose('restore_demo',
  'Restores the part of the demo that was removed last, within a day: {"restored"}, how many records it had, 0 once none is left.');

-- One statement, which reads no list. They are the site's steps and not a person's: an administrator who comes later has nothing to do again,
-- so that a dismissal is everybody's. What a server of the embedded backend says of itself (private.settings, "backups") a hosted project lacks.
create function private.first_steps() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'name', site.name is not null,
    'logo', site.logo_url is not null,
    'account', not exists (
      select from auth.users join public.profiles using (id) where is_admin and users.email = 'admin@example.com'
    ),
    'contact', coalesce(site.contact_email <> (private.demo_contact()).email, false),
    'notices', site.notice_emails is not null,
    'seller', exists (select from public.seller_profile where legal_name is not null),
    'seller_state', exists (select from public.seller_profile where state is not null),
    'products', exists (
      select from public.products left join private.demo_records as demo using (id, version) where is_sample and demo.id is null
    ),
    'mail', exists (select from public.outbox where kind = 'test' and state = 'sent')
      and not exists (select from private.settings where settings.name = 'mail_is_files'),
    'demo', case
      when exists (select from private.demo_records join public.products using (id, version)) then false
      when exists (select from private.demo_removals) then true
    end,
    'backup', (select value = 'yes' from private.settings where settings.name = 'backups'),
    -- Of a site that is older than samples are.
    'samples', (select coalesce(site.offers_samples, true) from private.settings where settings.name = 'samples_are_new')
  ))
  from (values (1)) as one left join public.site_settings as site on true
  where private.is_admin() and not exists (select from private.settings where settings.name = 'first_steps_dismissed')
$$;

select private.expose('first_steps',
  'Which first steps of a site are done: an object of true and false, without those that do not apply. Null once they were dismissed, and for anyone but administrators.');

create function private.dismiss_first_steps() returns void
language sql security definer set search_path = '' as $$
  select private.require(private.is_admin(), 'You may not dismiss the first steps');
  insert into private.settings (name, value) values ('first_steps_dismissed', 'yes') on conflict do nothing
$$;

select private.expose('dismiss_first_steps', 'Hides the first steps for all administrators.');

-- One an address: a repeated test takes the place of the one before.
create function private.send_test_mail() returns text
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := (select email from auth.users where id = auth.uid());
begin
  perform private.require(private.is_admin(), 'You may not send a test e-mail');
  perform private.require(
    not exists (select from private.settings where name = 'mail_is_files'),
    'No mail server is set yet: set SMTP_URL, as in docs/deploy.md, “E-mail by SMTP”', '22023'
  );
  perform private.require(private.is_deliverable(address), format('No e-mail can be sent to %s', address), '22023');
  delete from public.outbox where kind = 'test' and recipient = address;
  insert into public.outbox (kind, recipient) values ('test', address);
  return address;
end
$$;

select private.expose('send_test_mail', 'Sends an e-mail to the caller''s own address, and returns the address.');

create function private.is_administrator(account uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from public.profiles where id = account and is_admin)
$$;

create function private.api_keys() returns table (
  id uuid, name text, scopes text[], prefix text, made_by text, created_at timestamptz, last_used_at timestamptz, revoked_at timestamptz,
  revoked_by text, works boolean
)
language sql stable security definer set search_path = '' as $$
  select
    key.id, key.name, key.scopes, key.prefix, key.made_by, key.created_at, key.last_used_at, key.revoked_at, key.revoked_by,
    key.revoked_at is null and private.is_administrator(key.made_by_id)
  from private.api_keys as key where (select private.is_admin()) order by key.revoked_at is not null, key.created_at desc, key.id
$$;

select private.expose('api_keys',
  'The keys of the owner''s programs, without the keys themselves, the newest first; revoked ones stay at the end. Empty for anyone but administrators.');

-- The key is in the answer alone: 152 random bits, of which the hash is stored.
create function private.make_api_key(name text, scopes text[]) returns text
language plpgsql security definer set search_path = '' as $$
declare
  key constant text := 'gw_' || left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 40);
  title constant text := private.plain_text(name);
  made uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators make API keys');
  perform private.require(char_length(title) between 1 and 100, 'A key needs a name of at most 100 characters', '22023');
  perform private.require(
    cardinality(scopes) > 0 and scopes <@ array['read products', 'read leads', 'write products'], 'Choose what the key may do', '22023'
  );
  perform pg_advisory_xact_lock(hashtextextended('api keys', 0));
  perform from private.api_keys where revoked_at is null offset 49;
  perform private.require(not found, 'You can have at most 50 active keys: revoke one first', '22023');
  insert into private.api_keys as added (name, scopes, hash, prefix, made_by_id, made_by)
  values (title, array(select distinct unnest(scopes) order by 1), sha256(convert_to(key, 'UTF8')), left(key, 9), auth.uid(), private.display_name(auth.uid()))
  returning added.id into made;
  insert into public.record_history (entity, record_id, actor_id, kind, after)
  values ('api_keys', made, auth.uid(), 'created', jsonb_build_object('name', title, 'scopes', scopes));
  return key;
end
$$;

select private.expose('make_api_key',
  'Makes a key (gw_...) for a program that may do these: read products, read leads, write products. Only this answer has the key. For administrators.');

create function private.revoke_api_key(key uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators revoke API keys');
  update private.api_keys set revoked_at = now(), revoked_by = private.display_name(auth.uid()) where id = key and revoked_at is null;
  if found then
    insert into public.record_history (entity, record_id, actor_id, kind) values ('api_keys', key, auth.uid(), 'deleted');
  end if;
end
$$;

select private.expose('revoke_api_key', 'Ends a key: it opens nothing from now on. For administrators.');

-- The key with this hash, no row for one that does not work. Noting its use waits for no other request of it.
create function private.open_api_key(key_hash bytea) returns table (id uuid, scopes text[], made_by_id uuid)
language plpgsql set search_path = '' as $$
begin
  update private.api_keys as used set last_used_at = now()
  where used.id = (
    select key.id from private.api_keys as key
    where key.hash = key_hash and coalesce(key.last_used_at, '-infinity') < now() - interval '1 minute' and key.revoked_at is null for update skip locked
  );
  return query
  select key.id, key.scopes, key.made_by_id from private.api_keys as key
  where key.hash = key_hash and key.revoked_at is null and private.is_administrator(key.made_by_id);
end
$$;

-- Not of what no program reads. The argument is the column of the lead's id.
create function private.note_lead() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unread constant text[] := '{notes,answered_at,answered_by,link,contact_id,sender_id,marketing_consent,notice_version,notice_language,notice_at}';
begin
  if tg_op = 'INSERT' or to_jsonb(old) - unread <> to_jsonb(new) - unread then
    insert into private.lead_changes (lead_id) values ((to_jsonb(new) ->> tg_argv[0])::uuid)
    on conflict (lead_id) do update set changed_at = excluded.changed_at;
    perform private.announce(
      case when tg_op = 'INSERT' then 'lead.created' else 'lead.changed' end, array[(to_jsonb(new) ->> tg_argv[0])::uuid]
    );
  end if;
  return null;
end
$$;

create function private.note_products() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.announce('product.changed', array(select id from old_rows));
  else
    insert into private.product_changes (product_id) select id from new_rows
    on conflict (product_id) do update set changed_at = excluded.changed_at;
    perform private.announce('product.changed', array(select id from new_rows));
  end if;
  return null;
end
$$;

-- A lead as programs read it.
create function private.lead_for_programs(lead uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', leads.id, 'reference', reference, 'created_at', leads.created_at, 'changed_at', changed_at,
    'state', state, 'assigned_to', assigned_email, 'due_on', due_on, 'merged_into', merged_into, 'is_erased', erased_at is not null,
    'name', name, 'company', company, 'email', email, 'phone', phone, 'message', message, 'needed_by', needed_by,
    'budget_per_gift', budget_per_gift, 'delivery_city', delivery_city, 'wants_branding', wants_branding,
    'source', source, 'medium', medium, 'campaign', campaign, 'referrer', referrer, 'landing_page', landing_page,
    'lines', coalesce((
      select jsonb_agg(jsonb_build_object('product_id', product_id, 'name', item.name, 'quantity', quantity, 'note', note, 'colours', colours) order by position)
      from public.lead_items as item where item.lead_id = leads.id
    ), (select jsonb_agg(jsonb_build_object('product_id', null, 'name', each, 'quantity', null, 'note', null, 'colours', null)) from unnest(selected_products) as each), '[]')
  )
  from public.leads join public.lead_handling on lead_handling.lead_id = leads.id left join private.lead_changes on lead_changes.lead_id = leads.id
  where leads.id = lead
$$;

-- A product as programs read it: what the catalogue shows, with the names of its tags, and nothing of suppliers, costs and prices.
create function private.product_for_programs(product uuid) returns jsonb
language sql stable set search_path = '' as $$
  select to_jsonb(listed) - array['category_id', 'subcategory_id', 'image_widths', 'image_colour', 'featured_order'] || jsonb_build_object(
    'changed_at', changed_at, 'category', category.name, 'subcategory', subcategory.name,
    'industries', array(select name from public.product_industry_tags join public.industry_tags on id = industry_tag_id where product_id = product order by name),
    'themes', array(select name from public.product_themes join public.themes on id = theme_id where product_id = product order by name),
    'doctor_types', array(select name from public.product_doctor_type_tags join public.doctor_type_tags on id = doctor_type_tag_id where product_id = product order by name),
    'branding', array(select name from public.product_branding_methods join public.branding_methods on id = branding_method_id where product_id = product order by name),
    'colours', array(select name from public.product_colours where product_id = product order by position),
    'pictures', array(select url from public.product_pictures where product_id = product order by position)
  )
  from public.products as listed left join private.product_changes on product_id = listed.id
  left join public.categories as category on category.id = category_id left join public.subcategories as subcategory on subcategory.id = subcategory_id
  where listed.id = product
$$;

-- The leads that are new or changed since then, the first changed first, after a position: {"data", "more"}. What a key has read is in the
-- access log.
create function private.leads_for_programs(key uuid, since timestamptz, after_time timestamptz, after_id uuid, size integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  ids uuid[];
begin
  ids := array(
    select lead_id from private.lead_changes
    where changed_at >= coalesce(since, '-infinity') and (changed_at, lead_id) > (coalesce(after_time, '-infinity'), after_id)
    order by changed_at, lead_id limit size + 1
  );
  if ids <> '{}' then
    insert into public.access_log (actor_email, action, leads, lead_ids)
    select format('API key “%s” (%s…)', name, prefix), 'exported', cardinality(ids[:size]), ids[:size] from private.api_keys where id = key;
  end if;
  return (
    select jsonb_build_object('data', coalesce(jsonb_agg(private.lead_for_programs(id) order by position), '[]'), 'more', cardinality(ids) > size)
    from unnest(ids[:size]) with ordinality as listed (id, position)
  );
end
$$;

-- The same of products. One whose change is from before this record of changes has the time of its making.
create function private.products_for_programs(since timestamptz, after_time timestamptz, after_id uuid, size integer) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  ids constant uuid[] := array(
    select product_id from private.product_changes
    where changed_at >= coalesce(since, '-infinity') and (changed_at, product_id) > (coalesce(after_time, '-infinity'), after_id)
    order by changed_at, product_id limit size + 1
  );
begin
  return (
    select jsonb_build_object('data', coalesce(jsonb_agg(private.product_for_programs(id) order by position), '[]'), 'more', cardinality(ids) > size)
    from unnest(ids[:size]) with ordinality as listed (id, position)
  );
end
$$;

-- The ids of records by their names, in any case; ends with the field where there is none.
create function private.ids_of_names(field text, listed regclass, names jsonb) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  ids uuid[];
  unknown text;
begin
  execute format(
    'select array_agg(record.id), min(input.name) filter (where record.id is null)
     from jsonb_array_elements_text($1) as input (name) left join %s as record on lower(record.name) = lower(private.trimmed(input.name))', listed
  ) into ids, unknown using names;
  if unknown is not null then
    raise exception 'There is no such name in %: %', field, unknown using errcode = '22023', hint = field;
  end if;
  return coalesce(ids, '{}');
end
$$;

-- Saves a product for a key in the name of who made it, as the back office does; what is left out stays. The names of its category,
-- subcategory and tags are those of their lists. Ends with PT401 where the key was revoked meanwhile.
create function private.save_product_for_program(key uuid, product uuid, input jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  -- What the database sets, what has arguments of its own, and what belongs to the former picture.
  apart constant text[] := '{id,created_at,version,featured_order,industries,themes,doctor_types}'::text[]
    || case when input ? 'image_url' then '{image_widths,image_colour}'::text[] end;
  merged jsonb;
  expected integer := (input ->> 'version')::integer;
  saved public.products;
begin
  perform from private.api_keys where id = key and revoked_at is null and private.is_administrator(made_by_id) for share;
  perform private.require(found, 'The key was revoked', 'PT401');
  perform set_config('request.jwt.claim.sub', made_by_id::text, true), set_config('request.jwt.claims', jsonb_build_object('sub', made_by_id, 'aal', 'aal2')::text, true)
  from private.api_keys where id = key;
  if product is not null then
    perform from public.products where id = product for update;
    perform private.require(found, 'There is no such product', 'PT404');
  end if;
  merged := private.product_as_json(product) || (input - array['version', 'category', 'subcategory', 'industries', 'themes', 'doctor_types']);
  if input ? 'category' then
    merged := merged || jsonb_build_object('category_id', (private.ids_of_names('category', 'public.categories', jsonb_build_array(input -> 'category')))[1]);
  end if;
  if input ? 'subcategory' then
    merged := merged || jsonb_build_object('subcategory_id', (private.ids_of_names('subcategory', 'public.subcategories', jsonb_build_array(input -> 'subcategory')))[1]);
  end if;
  select * into saved from public.save_product(
    merged - apart,
    case when input ? 'industries' then private.ids_of_names('industries', 'public.industry_tags', input -> 'industries') else array(select jsonb_array_elements_text(merged -> 'industries')::uuid) end,
    case when input ? 'themes' then private.ids_of_names('themes', 'public.themes', input -> 'themes') else array(select jsonb_array_elements_text(merged -> 'themes')::uuid) end,
    case when input ? 'doctor_types' then private.ids_of_names('doctor_types', 'public.doctor_type_tags', input -> 'doctor_types') else array(select jsonb_array_elements_text(merged -> 'doctor_types')::uuid) end,
    product, expected
  );
  return private.product_for_programs(saved.id);
end
$$;

-- Queues an event of some records for each webhook that listens. One that waits is locked, so that it is sent after this change.
create function private.announce(happened text, subjects uuid[]) returns void
language sql set search_path = '' as $$
  insert into private.webhook_deliveries (webhook_id, event, subject)
  select distinct webhook.id, happened, subject from private.webhooks as webhook cross join unnest(subjects) as subject
  where webhook.is_enabled and happened = any (webhook.events) order by webhook.id, subject
  on conflict (webhook_id, event, subject) where state = 'queued' and attempts = 0 do update set subject = excluded.subject
$$;

create function private.announce_quotation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.announce('quotation.' || new.kind, array[id]) from public.quotation_versions
  where quotation_id = new.quotation_id and sent_at is not null and id = coalesce(new.version_id, id) order by revision desc limit 1;
  return null;
end
$$;

create function private.webhooks() returns table (
  id uuid, address text, events text[], is_enabled boolean, rotated_at timestamptz, created_at timestamptz, waiting bigint, failed bigint
)
language sql stable security definer set search_path = '' as $$
  select
    webhook.id, webhook.address, webhook.events, webhook.is_enabled, webhook.rotated_at, webhook.created_at,
    count(delivery.id) filter (where delivery.state = 'queued'), count(delivery.id) filter (where delivery.state = 'failed')
  from private.webhooks as webhook left join private.webhook_deliveries as delivery on delivery.webhook_id = webhook.id
  where (select private.is_admin()) group by webhook.id order by webhook.created_at, webhook.id
$$;

select private.expose('webhooks', 'Where the site sends what happens, without the secrets, and how many events wait or were given up. Empty for anyone but administrators.');

create function private.webhook_deliveries(webhook uuid) returns table (
  id uuid, event text, state text, attempts integer, created_at timestamptz, attempted_at timestamptz, next_attempt_at timestamptz, status smallint,
  error text, ms integer
)
language sql stable security definer set search_path = '' as $$
  select
    sent.id, sent.event, sent.state, sent.attempts, sent.created_at, sent.attempted_at, sent.next_attempt_at, sent.status, sent.error, sent.ms
  from private.webhook_deliveries as sent where sent.webhook_id = webhook and (select private.is_admin())
  order by (sent.state = 'failed') desc, sent.created_at desc limit 50
$$;

select private.expose('webhook_deliveries', 'The last 50 events of a webhook, those that were given up first. Empty for anyone but administrators.');

-- A new secret of 192 random bits, in the form of the specification.
create function private.new_webhook_secret() returns text
language sql set search_path = '' as $$
  select 'whsec_' || encode(decode(left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 48), 'hex'), 'base64')
$$;

create function private.note_webhook(webhook uuid, kind text, change jsonb default '{}') returns void
language sql set search_path = '' as $$
  insert into public.record_history (entity, record_id, actor_id, kind, after) values ('webhooks', webhook, auth.uid(), note_webhook.kind, change)
$$;

-- Returns the secret of a new one, which no other answer has; null of one that is changed.
create function private.save_webhook(address text, events text[], is_enabled boolean default true, webhook uuid default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  target constant text := private.trimmed(save_webhook.address);
  saved private.webhooks;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(target ~ '^https://[^[:space:]/@]+(/[^[:space:]]*)?$' and char_length(target) <= 2048, 'The address must begin with https:// and have no user or password', '22023');
  perform private.require(cardinality(save_webhook.events) > 0, 'Choose at least one event', '22023');
  if webhook is null then
    perform pg_advisory_xact_lock(hashtextextended('webhooks', 0));
    perform from private.webhooks offset 9;
    perform private.require(not found, 'You can have at most 10 webhooks', '22023');
    insert into private.webhooks (address, events, is_enabled, secret)
    values (target, save_webhook.events, save_webhook.is_enabled, private.new_webhook_secret()) returning * into saved;
  else
    update private.webhooks as changed set address = target, events = save_webhook.events, is_enabled = save_webhook.is_enabled
    where changed.id = webhook returning * into saved;
    perform private.require(found, 'This webhook does not exist', 'PT404');
  end if;
  perform private.note_webhook(
    saved.id, case when webhook is null then 'created' else 'changed' end,
    jsonb_build_object('address', target, 'events', saved.events, 'is_enabled', saved.is_enabled)
  );
  return case when webhook is null then saved.secret end;
end
$$;

select private.expose('save_webhook',
  'Adds a webhook and returns its secret, which no other answer has, or changes one and returns null. Events: lead.created, lead.changed, quotation.sent, quotation.accepted, quotation.declined, product.changed. For administrators.');

create function private.rotate_webhook_secret(webhook uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  fresh constant text := private.new_webhook_secret();
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(exists (select from private.webhooks where id = webhook), 'This webhook does not exist', 'PT404');
  -- One that is former already would end before its day.
  update private.webhooks set former_secret = secret, secret = fresh, rotated_at = now()
  where id = webhook and coalesce(rotated_at <= now() - interval '1 day', true);
  perform private.require(found, 'The secret was changed less than a day ago, and the former secret is still valid: try again tomorrow, or delete the webhook', 'PT409');
  perform private.note_webhook(webhook, 'changed', '{"secret": "rotated"}');
  return fresh;
end
$$;

select private.expose('rotate_webhook_secret', 'Gives a webhook a new secret, and returns it. For a day events have the signature of the former one, too. For administrators.');

create function private.delete_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  delete from private.webhooks where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
  perform private.note_webhook(webhook, 'deleted');
end
$$;

select private.expose('delete_webhook', 'Deletes a webhook with what waits for it. For administrators.');

create function private.test_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  insert into private.webhook_deliveries (webhook_id, event) select id, 'test' from private.webhooks where id = webhook;
  perform private.require(found, 'This webhook does not exist', 'PT404');
end
$$;

select private.expose('test_webhook', 'Sends an event "test" to a webhook, also to one that is disabled. For administrators.');

create function private.resend_webhook(delivery uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  receiver uuid;
begin
  perform private.require(private.is_admin(), 'Only administrators change webhooks');
  perform private.require(is_enabled or event = 'test', 'Enable the webhook first', '22023')
  from private.webhook_deliveries as sent join private.webhooks on webhooks.id = webhook_id where sent.id = delivery;
  update private.webhook_deliveries set state = 'queued', attempts = 0, next_attempt_at = now(), queued_at = now()
  where id = delivery and state = 'failed' and not exists (
    select from private.webhook_deliveries as other
    where (other.webhook_id, other.event, other.subject) = (webhook_deliveries.webhook_id, webhook_deliveries.event, webhook_deliveries.subject)
      and other.state = 'queued' and other.attempts = 0
  ) returning webhook_id into receiver;
  update private.webhooks set paused_until = null where id = receiver;
end
$$;

select private.expose('resend_webhook', 'Sends an event that was given up again, now. For administrators.');

-- What an event says: small, and nothing of suppliers, costs and margins. Of a record that is gone, that it is.
create function private.webhook_data(event text, subject uuid) returns jsonb
language sql stable set search_path = '' as $$
  select case split_part(event, '.', 1)
    when 'test' then '{"message": "This event shows that your program receives what this site sends."}'
    when 'lead' then coalesce(private.lead_for_programs(subject) - array['lines', 'message', 'referrer', 'landing_page'], jsonb_build_object('id', subject, 'is_deleted', true))
    when 'product' then coalesce(private.product_for_programs(subject) - array['description', 'pictures', 'care', 'image_alt'], jsonb_build_object('id', subject, 'is_deleted', true))
    when 'quotation' then coalesce((
      select jsonb_build_object(
        'id', quotation.id, 'number', number, 'revision', revision, 'state', quotation.state, 'lead_id', lead_id, 'owner', owner_email,
        'company', content #>> '{buyer,company}', 'name', content #>> '{buyer,name}', 'email', content #>> '{buyer,email}',
        'total_paise', total_paise, 'valid_until', valid_until, 'sent_at', sent_at, 'accepted_at', accepted -> 'at'
      )
      from public.quotation_versions as version join public.quotations as quotation on quotation.id = quotation_id where version.id = subject
    ), '{"is_deleted": true}')
  end
$$;

-- The events that are due, of each webhook three: the caller's to send for two minutes, then another's. What is older than two days is given
-- up. Of a webhook that is disabled only tests are sent, and of one that is paused what was tried before, too.
create function private.claim_webhooks() returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed uuid[];
begin
  update private.webhook_deliveries set state = 'failed', error = coalesce(error, 'expired')
  where state = 'queued' and next_attempt_at <= now() and queued_at < now() - interval '2 days';
  with due as (
    select delivery.id from private.webhooks as webhook cross join lateral (
      select id from private.webhook_deliveries
      where webhook_id = webhook.id and state = 'queued' and next_attempt_at <= now()
        and (event = 'test' or webhook.is_enabled and (attempts > 0 or coalesce(webhook.paused_until <= now(), true)))
      order by next_attempt_at limit 3 for update skip locked
    ) as delivery
  ), taken as (
    update private.webhook_deliveries as delivery set attempts = attempts + 1, attempted_at = now(), next_attempt_at = now() + interval '2 minutes'
    from due where delivery.id = due.id returning delivery.id
  )
  select array_agg(id) into claimed from taken;
  -- A statement of its own reads what was committed before the lock.
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', taken.id, 'attempt', attempts, 'type', event, 'at', taken.created_at, 'address', address, 'data', private.webhook_data(event, subject),
      'secrets', array_remove(array[secret, case when rotated_at > now() - interval '1 day' then former_secret end], null)
    )), '[]')
    from private.webhook_deliveries as taken join private.webhooks as webhook on webhook.id = webhook_id where taken.id = any (claimed)
  );
end
$$;

-- Stores the result of an attempt; without an error it was sent. The pauses grow over a day, and the eighth attempt is the last, unless a server
-- stopped in it; a test has one. While a receiver fails, what else waits for it waits a minute, too. One that answers 410 Gone wants no more.
create function private.finish_webhook(delivery uuid, attempt integer, answered smallint, fault text, took integer) returns void
language plpgsql set search_path = '' as $$
declare
  pause constant interval := (array['1 minute', '5 minutes', '15 minutes', '1 hour', '3 hours', '6 hours', '12 hours']::interval[])[attempt];
  receiver uuid;
begin
  update private.webhook_deliveries set
    state = case when fault is null then 'sent' when pause is null or answered = 410 or event = 'test' then 'failed' else 'queued' end,
    next_attempt_at = now() + coalesce(pause, '0'), status = answered, error = left(fault, 200), ms = took
  where id = delivery and attempts = attempt and state = 'queued' returning webhook_id into receiver;
  if fault is not null then
    update private.webhooks set paused_until = now() + interval '1 minute', is_enabled = is_enabled and answered is distinct from 410
    where id = receiver;
  end if;
end
$$;

-- A server asks by the word as by the token of a private link.
create function private.open_campaign_link(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  opened constant jsonb := (
    select jsonb_build_object('path', path, 'source', source, 'medium', medium, 'campaign', name) from public.campaign_links where word = lower(token)
  );
begin
  perform private.require(opened is not null, 'There is no such link', 'PT404');
  return opened;
end
$$;

select private.expose('open_campaign_link', 'Where the short link of a word leads: {"path", "source", "medium", "campaign"}. 404 for an unknown word.');

CREATE OR REPLACE TRIGGER set_doctor_types BEFORE INSERT ON public.industry_tags FOR EACH ROW EXECUTE FUNCTION private.set_doctor_types();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER normalize_product BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION private.normalize_product();

CREATE OR REPLACE TRIGGER release_image AFTER DELETE OR UPDATE ON public.site_settings FOR EACH ROW EXECUTE FUNCTION private.release_image('logo_url', 'logo_dark_url', 'icon_url', 'hero_image_url');

CREATE OR REPLACE TRIGGER keep_what_was_sent BEFORE DELETE OR UPDATE ON public.quotations FOR EACH ROW WHEN ((old.number IS NOT NULL)) EXECUTE FUNCTION private.freeze_quotation('lead_id', 'state', 'owner_id', 'owner_email', 'erase_on', 'contact_id');

CREATE OR REPLACE TRIGGER keep_what_was_sent BEFORE DELETE OR UPDATE ON public.quotation_versions FOR EACH ROW WHEN ((old.sent_at IS NOT NULL)) EXECUTE FUNCTION private.freeze_quotation('valid_until', 'accepted', 'total_paise', 'contact_id');

CREATE OR REPLACE TRIGGER keep_what_was_sent BEFORE DELETE OR UPDATE ON public.quotation_events FOR EACH ROW EXECUTE FUNCTION private.freeze_quotation('actor_id', 'contact_id');

CREATE OR REPLACE TRIGGER put_lines AFTER INSERT OR UPDATE OF sent_at, accepted ON public.quotation_versions FOR EACH ROW WHEN ((new.sent_at IS NOT NULL)) EXECUTE FUNCTION private.put_quotation_lines();

CREATE OR REPLACE TRIGGER keep_what_was_done BEFORE DELETE OR UPDATE ON public.order_events FOR EACH ROW EXECUTE FUNCTION private.freeze_quotation('actor_id', 'order_line_id');

CREATE OR REPLACE TRIGGER leave AFTER DELETE ON public.quotations FOR EACH ROW EXECUTE FUNCTION private.leave_quotation();

CREATE OR REPLACE TRIGGER tell_buyer AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['proof'::text, 'production'::text, 'packed'::text, 'dispatched'::text, 'delivered'::text, 'undone'::text, 'cancelled'::text]))) EXECUTE FUNCTION private.tell_buyer();

CREATE OR REPLACE TRIGGER refuse_truncate BEFORE TRUNCATE ON public.breaches FOR EACH STATEMENT EXECUTE FUNCTION private.refuse_truncate();

CREATE OR REPLACE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.breaches FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();

CREATE OR REPLACE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.breaches FOR EACH ROW EXECUTE FUNCTION private.count_version();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.breaches FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER record_history_on_insert AFTER INSERT ON public.breaches REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_update AFTER UPDATE ON public.breaches REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_delete AFTER DELETE ON public.breaches REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.count_version();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.companies FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER record_history_on_insert AFTER INSERT ON public.companies REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_update AFTER UPDATE ON public.companies REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_delete AFTER DELETE ON public.companies REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.leads FOR EACH ROW EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT OR UPDATE OF content, sent_at ON public.quotation_versions FOR EACH ROW EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.quotation_events FOR EACH ROW WHEN ((new.value ? 'email'::text)) EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.privacy_requests FOR EACH ROW EXECUTE FUNCTION private.refer_to_contact();

CREATE OR REPLACE TRIGGER written_by BEFORE INSERT ON public.quotation_links FOR EACH ROW WHEN ((new.email IS NOT NULL)) EXECUTE FUNCTION private.refer_to_known_contact('email');

CREATE OR REPLACE TRIGGER contact_of_account AFTER INSERT OR UPDATE OF address_proven_at ON public.profiles FOR EACH ROW WHEN (((new.address_proven_at IS NOT NULL) AND (NOT new.is_admin) AND (NOT new.is_sales))) EXECUTE FUNCTION private.contact_of_account();

CREATE OR REPLACE TRIGGER drop_contact AFTER DELETE ON public.leads FOR EACH ROW WHEN ((old.contact_id IS NOT NULL)) EXECUTE FUNCTION private.drop_contact_of_lead();

CREATE OR REPLACE TRIGGER follow_contact AFTER INSERT OR DELETE OR UPDATE OF content, sent_at ON public.quotation_versions FOR EACH ROW EXECUTE FUNCTION private.follow_contact();

CREATE OR REPLACE TRIGGER follow_details AFTER UPDATE OF accepted ON public.quotation_versions FOR EACH ROW WHEN (((old.accepted IS NULL) AND (new.accepted IS NOT NULL))) EXECUTE FUNCTION private.follow_details();

CREATE OR REPLACE TRIGGER written_to BEFORE INSERT ON public.outbox FOR EACH ROW EXECUTE FUNCTION private.refer_to_known_contact('recipient');

CREATE OR REPLACE TRIGGER note_lead AFTER INSERT OR UPDATE ON public.lead_handling FOR EACH ROW EXECUTE FUNCTION private.note_lead('lead_id');

CREATE OR REPLACE TRIGGER note_lead AFTER UPDATE ON public.leads FOR EACH ROW EXECUTE FUNCTION private.note_lead('id');

CREATE OR REPLACE TRIGGER note_products_on_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_products();

CREATE OR REPLACE TRIGGER note_products_on_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_products();

CREATE OR REPLACE TRIGGER note_products_on_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_products();

CREATE OR REPLACE TRIGGER announce AFTER INSERT ON public.quotation_events FOR EACH ROW WHEN ((new.kind = ANY ('{sent,accepted,declined}'::text[]))) EXECUTE FUNCTION private.announce_quotation();

CREATE OR REPLACE TRIGGER notify_change AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.campaign_links FOR EACH STATEMENT EXECUTE FUNCTION private.notify_change();

CREATE OR REPLACE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.campaign_links FOR EACH ROW EXECUTE FUNCTION private.count_version();

CREATE OR REPLACE TRIGGER "normalize" BEFORE INSERT OR UPDATE ON public.campaign_links FOR EACH ROW EXECUTE FUNCTION private.normalize_texts();

CREATE OR REPLACE TRIGGER record_history_on_insert AFTER INSERT ON public.campaign_links REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_update AFTER UPDATE ON public.campaign_links REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER record_history_on_delete AFTER DELETE ON public.campaign_links REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_changes();

CREATE OR REPLACE TRIGGER store_deleted_record BEFORE DELETE ON public.campaign_links FOR EACH ROW EXECUTE FUNCTION private.store_deleted_record();

create policy "staff read" on public.buyer_details for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.orders for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_lines for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_places for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_dispatches for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_events for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.order_proofs for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.samples for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "administrators read" on public.breaches for select to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "administrators create" on public.breaches for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators change" on public.breaches for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators delete" on public.breaches for delete to authenticated using (( SELECT private.is_admin() AS is_admin));

create policy "staff read" on public.companies for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.contacts for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff create" on public.companies for insert to authenticated with check (( SELECT private.is_staff() AS is_staff));

create policy "staff change" on public.companies for update to authenticated using (( SELECT private.is_staff() AS is_staff)) with check (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.lead_replies for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.received_mails for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "staff read" on public.campaign_links for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy "administrators create" on public.campaign_links for insert to authenticated with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators change" on public.campaign_links for update to authenticated using (( SELECT private.is_admin() AS is_admin)) with check (( SELECT private.is_admin() AS is_admin));

create policy "administrators delete" on public.campaign_links for delete to authenticated using (( SELECT private.is_admin() AS is_admin));

comment on column public.profiles.digest_hour is 'The hour in India at which a person of the staff gets the daily digest; null for none.';

comment on column public.profiles.digest_days is 'The last day of the week with a digest, from Monday: 5 is Friday.';

comment on column public.profiles.digest_on is 'The last day in India on which a digest was queued, or nothing was open, or the role changed.';

comment on column public.profiles.sees_margin is 'Whether an administrator lets a person of sales see the margins of quotations.';

comment on column public.profiles.away_until is 'The last day in India on which e-mails go to the deputy.';

comment on column public.industry_tags.has_doctor_types is 'Whether products for this industry have doctor types.';

comment on table public.doctor_type_tags is 'The doctor types by which products of some industries are filtered.';

comment on column public.products.logo_width is 'How wide a logo is on the first picture, in per cent of the picture; its centre is logo_x from the left and logo_y from the top.';

comment on column public.leads.contact_id is 'Who has sent it; the texts are as they were typed.';

comment on column public.leads.source is 'What led to the visit: as its link says, else by the kind of its click id, else the referring host.';

comment on column public.leads.landing_page is 'The path at which the visit began, of private pages only its first part.';

comment on column public.leads.reference is 'What a buyer and the seller call it by: the number series of the day and the beginning of the id. It opens nothing.';

comment on table public.site_settings is 'One row at most. Administrators read and write it; site_details(), privacy_text() and terms_text() give everyone the public part.';

comment on column public.site_settings.hero_headline is 'The home page''s headline; null for the website''s own, as the text below it and the picture.';

comment on column public.site_settings.hero_image_url is 'An image of our own bucket with the sizes 480 and 960.';

comment on column public.site_settings.claimed_products is 'How many products the website says that it has, such as "3000+"; null for their number, or for the specified one while the demo is there.';

comment on column public.site_settings.claimed_members is 'How many the website says have an account; null as for claimed_products, and without a number.';

comment on column public.site_settings.claimed_answer is 'Within how long the website says that inquiries are answered, such as "24 hours".';

comment on column public.site_settings.claimed_compliance is 'What the website calls gifts for pharmaceutical companies, such as "Compliance-ready".';

comment on column public.site_settings.logo_dark_url is 'The logo on dark backgrounds; null for the same one.';

comment on column public.site_settings.icon_url is 'A square PNG of our own bucket; null for the first letter of the name.';

comment on column public.site_settings.colour_scheme is '"light" where the website is always light; null where it follows the device.';

comment on column public.site_settings.sample_charge is 'Of one sample, in rupees; null where samples are free.';

comment on column public.site_settings.samples_a_month is 'How many a company may ask for in a month.';

comment on column public.site_settings.sample_return_days is 'After how many days buyers send samples back; null where they keep them.';

comment on column public.site_settings.terms is 'The text of the page /terms, which is there when it is set; Markdown as in descriptions of products.';

comment on column public.site_settings.terms_changed_on is 'When the terms changed last, in India; set by the database.';

comment on table private.settings is 'Settings of a project that its owner changes in SQL, the secrets of shared links and of keyed hashes, and what the server says of itself.';

comment on column public.product_colours.picture is 'The address of that picture, wherever it stands among those of the product.';

comment on column public.product_colours.picture_position is 'Unused since 1.1.0.';

comment on column public.product_terms.mrp_paise is 'The maximum retail price, with taxes, as its package has it.';

comment on function public.accept_invitation(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'Gives the account of the invited address the role of the invitation with this token, and the new password; an address without an account gets one. Ends its other sessions and earlier second factors. An unknown token and an ended invitation are answered alike.';

comment on function public.my_account() is 'The caller''s own account: {"name", "telephone", "signature", "away_until", "deputy_id", "digest_hour", "digest_days", "calendar_since", "recovery_codes": how many are left, null without a second factor, "sessions": [{"id", "device", "used_at", "is_current"}]}. Null for others than staff.';

comment on function public.site_details() is 'What the owner has set of what every page shows: "counts" and "pharma_hints" are there where they are off, "terms_changed_on" where the page /terms is, and once no product is as the demo brought it "own_products", how many the catalogue shows, at most 10,001, and "sells_pharma".';

comment on function public.save_product(pg_catalog.jsonb,pg_catalog.uuid[],pg_catalog.uuid[],pg_catalog.uuid[],pg_catalog.uuid,integer) is 'Creates a product, or updates the one with product_id, and replaces its three kinds of tags: all of it or nothing. With product_version, only if that is still its version. Facts that are left out stay as they are.';

comment on function public.catalogue_page(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,integer,pg_catalog.text,boolean,pg_catalog.text,integer,integer,pg_catalog.text,pg_catalog.text,boolean) is 'One page of sample products: {"total", "products", "next"}; "after" takes the "next" of the page before in the same order, and "counts" adds how many products each value of a filter would find. Without a session: at most the first 12 products of the order and no next page.';

comment on function public.product_page(pg_catalog.text,pg_catalog.text,pg_catalog.text) is 'A sample product by the first 12 to 32 digits of its id without hyphens, with its facts that are known and similar products; null when there is none. Without a session only a product of the preview or of the home page, or one whose key is "share".';

comment on function public.shared_products(pg_catalog.jsonb) is 'Those of at most 50 products, [{"id", "key"}], that are in the catalogue and whose key is right, in their order, as product_page has them without similar ones. Keys are not compared for accounts, which see every product.';

comment on function public.find_products(pg_catalog.text,pg_catalog.jsonb,pg_catalog.text,boolean,pg_catalog.text,pg_catalog.uuid,integer) is 'Products with all of the words, in any order, that meet the filters of product_condition: at most "size" of those beyond a created_at or name and an id, or of those that match best where "sorted" is match. In no order of their own. Nothing for anyone but administrators and sales.';

comment on function public.find_leads(pg_catalog.text,timestamp with time zone,timestamp with time zone,timestamp with time zone,boolean,pg_catalog.text,pg_catalog.uuid,integer,pg_catalog.jsonb,pg_catalog.text) is 'Leads with all of the words, in any order, that came since, before or after a time, and that meet the filters of leads_condition: at most "size" of those beyond a value of what is sorted and an id. In no order of their own. Nothing for anyone but administrators and sales.';

comment on function public.catalogue_health() is 'What needs attention: {"products": [{"filter", "value", "products"}], "unused": [{"table", "name"}], "missed": [{"words", "searches", "searched_at"}]}. Null for anyone but administrators and sales.';

comment on column public.deleted_records.scope is 'record; records for several that were deleted together, each with a row of its own; edit for an edit of many products: "record" has what it changed; import for an import, with its id; part for what only its whole restores.';

comment on column public.deleted_records.part_of is 'The row of what was deleted or edited with it, in one statement or in parts: a whole whose "record" has "most" was made in parts of at most so many, and goes back in such.';

comment on function public.restore_record(pg_catalog.uuid) is 'Restores a deleted record with its id and its links: {"name", "products", "left_out"}, the last one the number of links whose other end has gone or changed, which come back with it. Of what was made in parts, such as an import, it restores the last part, and "left" says how many remain.';

comment on column public.import_rows.former is 'The product that it updated, as it was (private.product_as_json).';

comment on column public.import_rows.notes is 'Why cells of a saved row are left out, by field.';

comment on function public.import_products(pg_catalog.jsonb,pg_catalog.jsonb,pg_catalog.uuid) is 'Saves rows of a stored import, each once; without import_id it is a dry run. Returns [{"number", "outcome": created, updated, unchanged or failed, "errors" and "notes": {field: sentence}}], in a dry run with "changed" and "removed" of an updated product. restore_record undoes an import by its id.';

comment on function public.draft_quotation(pg_catalog.uuid) is 'Makes a quotation of a lead, a draft without prices: its lines and those of inquiries merged with it, one for each colour of a split line, with HSN, rate and picture of the product; its buyer, city and day; GSTIN, address and terms of its company; validity of the seller''s profile. Its id.';

comment on column public.lead_events.value is 'The new state, the e-mail address of the new assignee, the day to come back on, the text of the note, how it was answered, the lead that it is merged into, the number of the event that is undone, what the buyer has added or written by e-mail, what was done with samples, or whether the buyer''s links were ended or renewed; null where there is none.';

comment on column public.lead_events.reason is 'Why a lead was lost; null where no one has said.';

comment on column public.lead_events.note is 'What else was said of the reason.';

comment on column public.lead_handling.answered_by is 'Who of the staff did what answered_at is the time of; null where it was the buyer. Then the answer counts for whom the lead is assigned to.';

comment on function public.lead_figures() is 'Figures for the dashboard: waiting times of unanswered leads, the median minutes until an answer, leads won and lost by month, and the products and industries of most leads. Null for anyone but administrators and sales.';

comment on function public.my_inquiries() is 'The inquiries that the caller has sent while signed in, or without an account with the address that the caller''s account has proven, and those that colleagues share, with "sent_by", newest first, at most 200 of each.';

comment on column public.seller_profile.kept_years is 'How long the legal copy of an accepted quotation stays when its person is erased; null is read as 8.';

comment on column public.seller_profile.lut_number is 'The reference of the letter of undertaking under which exports and supplies to special economic zones bear no IGST.';

comment on column public.seller_profile.lut_valid_until is 'The end of its financial year, on 31 March.';

comment on column public.seller_profile.couriers is 'A line each: the name, and the link by which a parcel is tracked, with {number} for its number.';

comment on column public.seller_profile.next_steps is 'What happens after an acceptance, as a buyer reads it then; it is in no version.';

comment on column public.quotations.contact_id is 'The buyer of its latest version.';

comment on column public.quotation_events.value is 'Of a comment {"text", "line"}, of a decline {"reason", "text"}, of an approval that is asked for {"email", "name", "choice", "chosen", "total_paise"}, of one the same with "note", of what a colleague does their {"email"}, of an extension {"from", "until"}, of a purchase order {"text": its name, "removed"}, of others {"text"}.';

comment on column public.quotation_events.contact_id is 'The colleague whom an approval is asked of, or who has done it.';

comment on column public.quotation_links.contact_id is 'The colleague, of an approval.';

comment on column public.quotation_links.colleague_id is 'The account that the inquiry is shared with: the link works while it is, to read alone.';

comment on function public.quotation_details(pg_catalog.uuid) is 'A quotation with all that staff see of it: {"quotation", "given": what its buyer gave, "lead", "company", "order", "inquiries", "versions", newest first, "events", "links", "offered_prices"}. 404 for an unknown one.';

comment on function public.send_quotation(pg_catalog.uuid,integer,boolean,boolean) is 'Sends the draft that was saved so often: {"number", "revision", "version_id", "token"}, a new buyer''s link where it is not mailed. The same again answers the same. Refuses what quotation_problems has and, unless the rates are checked, a rate that differs from its product''s now.';

comment on function public.accept_quotation_for_buyer(pg_catalog.uuid,pg_catalog.jsonb,pg_catalog.text,pg_catalog.text) is 'Accepts the version in force as its buyer has said elsewhere: their whole choice, and name, and a note on how they said it.';

comment on function public.reopen_quotation(pg_catalog.uuid,pg_catalog.text) is 'Makes a quotation that was accepted or declined open for a decision again, for a reason, and mails its buyer. Cancels its order, and is refused once that is in work.';

comment on function public.quotation_totals() is 'Figures for the dashboard: {"change_asked", "declined", "accepted", "unanswered" for three days, "expiring" within seven, "won": [{"month", "paise", "count"}] of twelve months in India}, each as find_quotations finds it by the filter of its name. Null for anyone but administrators and sales.';

comment on function public.lead_pulse() is 'By which a screen knows that it is out of date: how many leads are unanswered, and new, at most 1000 each, the number of the latest event, less those missing before it, when the newest lead came, and how many quotations wait for the seller. No row for anyone but administrators and sales.';

comment on function public.open_quotation(pg_catalog.text) is 'The quotation of a link''s token, as its page shows it. Of one that is withdrawn or replaced only "number", "revision", "state", "purpose" and "site". 404 for any other token.';

comment on function public.my_quotations() is 'The quotations of the caller''s own inquiries, and of those that colleagues share, by the last revision that was sent: [{"number", "revision", "reference": of the inquiry, "state", "total_paise", "sent_at", "valid_until", "sent_by": a colleague}].';

comment on function public.open_my_quotation(pg_catalog.text) is 'The token of a new link to the quotation of that number, which is one of the caller''s own, or to read one that a colleague shares; null for any other.';

comment on column public.access_log.contact_id is 'Whose data it was; null of more than a hundred leads, and of who is no contact any more.';

comment on function public.retention_due(pg_catalog.text,integer) is 'How long each kind is stored: [{"kind", "days", "warns", "due_now", "next_on", "last_run_at"}]. With of_kind only that kind, and with of_days as if it were stored for so many days. For administrators.';

comment on function public.open_my_data(pg_catalog.text) is 'Everything that is stored of the address that a link was mailed to in the last 48 hours: {"email", "leads", "quotations", "approvals", "emails", "contact", "accounts", "favourites", "views", "sign_ins", "requests"}. 404 for any other token, 409 where it was erased.';

comment on function public.erase_my_data(pg_catalog.text) is 'Erases what is stored of the address of such a link: {"leads", "quotations", "kept": legal copies of accepted quotations, "kept_paise": their sum, and how many of each other list}; the same again for a link whose data was erased. Refuses an address that may use the back office.';

comment on table private.event_quotas is 'How many events each network sent in this hour, and how many new words it and all together searched today. The client is a hash with the project''s secret that differs each hour or day.';

comment on function public.count_events(pg_catalog.jsonb) is 'Counts what a visitor did: at most 50 of [{"kind", "key"}], and at most 3000 events an hour of one network. Counts nothing of staff, programs, prefetches, of visitors who ask not to be tracked and where the owner has switched it off.';

comment on function public.figures(pg_catalog.text,pg_catalog.date,pg_catalog.date,pg_catalog.jsonb) is 'The owner''s figures of days in India, both included, by default the last 90: funnel, searches, products, groups, answers, reasons, seasons, won, open, money, sources, times, orders, visits or vitals. The option size limits rows, to 50. Null for anyone but administrators.';

comment on table public.outbox is 'E-mails about leads, invitations, removed second factors, quotations, a person''s own data and how long quotations are kept, digests and tests, queued and sent.';

comment on column public.outbox.contact_id is 'Whom it is sent to; null of who is no contact: the staff, who is invited, and whose address is not proven.';

comment on function public.claim_mails(integer,boolean) is 'Gives at most so many e-mails that are due to the server that sends them, which says whether it delivers them; none of them to another for two minutes.';

revoke all on function private.sound_pattern(word text) from public, anon, authenticated, service_role;

revoke all on function private.newest_proof(line uuid) from public, anon, authenticated, service_role;

revoke all on function private.set_doctor_types() from public, anon, authenticated, service_role;

revoke all on function private.acting_for(person uuid) from public, anon, authenticated, service_role;

revoke all on function private.demo_tables(OUT name text, OUT step bigint) from public, anon, authenticated, service_role;

revoke all on function private.enable_row_security(protected regclass, readers text) from public, anon, authenticated, service_role;

revoke all on function private.set_up_managed_table(managed regclass, readers text, is_restorable boolean) from public, anon, authenticated, service_role;

revoke all on function private.products_as_json(ids uuid[], lists text[], OUT id uuid, OUT fields jsonb) from public, anon, authenticated, service_role;

revoke all on function private.product_as_json(product uuid) from public, anon, authenticated, service_role;

revoke all on function private.folded_text(value text) from public, anon, authenticated, service_role;

revoke all on function private.typed_words(value text) from public, anon, authenticated, service_role;

revoke all on function private.compared_word(word text) from public, anon, authenticated, service_role;

revoke all on function private.other_spellings(query_word text, typed_words text[], compared text[], OUT joined text[], OUT heard text[]) from public, anon, authenticated, service_role;

revoke all on function private.sound(word text) from public, anon, authenticated, service_role;

revoke all on function private.named_letters(word text) from public, anon, authenticated, service_role;

revoke all on function private.sound_key(word text) from public, anon, authenticated, service_role;

revoke all on function private.heard_words(spoken text[]) from public, anon, authenticated, service_role;

revoke all on function private.meant_words(query_word text, joined text[], is_near boolean, OUT meant text[], OUT facet_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.heard_compound(spoken text) from public, anon, authenticated, service_role;

revoke all on function private.empty_words() from public, anon, authenticated, service_role;

revoke all on function private.find_equal_words(query_word text, search text[], heard text[], is_near boolean, OUT finds text, OUT words text[], OUT facet_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.sort_key(sorted text, distance text) from public, anon, authenticated, service_role;

revoke all on function private.filter_conditions(arguments jsonb, OUT sections text[], OUT conditions text[], OUT fact_conditions jsonb, OUT on_facts text) from public, anon, authenticated, service_role;

revoke all on function private.first_products(condition text, list_order text, size integer) from public, anon, authenticated, service_role;

revoke all on function private.statement_after(has_key boolean, cursor_key text, list_order text) from public, anon, authenticated, service_role;

revoke all on function private.telling_arguments(arguments jsonb, query_words text[], telling text[]) from public, anon, authenticated, service_role;

revoke all on function private.health_condition(value text) from public, anon, authenticated, service_role;

revoke all on function private.fields_of_row(item jsonb, before jsonb) from public, anon, authenticated, service_role;

revoke all on function private.with_ids(words text) from public, anon, authenticated, service_role;

revoke all on function private.leads_condition(words text, since timestamp with time zone, before timestamp with time zone, after timestamp with time zone, filters jsonb, sorted text, OUT condition text, OUT source text, OUT patterns text[]) from public, anon, authenticated, service_role;

revoke all on function private.pictures_of_product(product jsonb) from public, anon, authenticated, service_role;

revoke all on function private.delivered_in(buyer jsonb) from public, anon, authenticated, service_role;

revoke all on function private.matching_product_ids(words text, filters jsonb, beyond uuid, most integer) from public, anon, authenticated, service_role;

revoke all on function private.whole_of(whole uuid, scope text, entity text) from public, anon, authenticated, service_role;

revoke all on function private.drop_code_counters() from public, anon, authenticated, service_role;

revoke all on function private.take_from_products(entity text, ids uuid[], whole uuid, most integer) from public, anon, authenticated, service_role;

revoke all on function private.store_whole(whole uuid, before public.deleted_records, entity text, records integer, products integer, most integer, ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.edited_product(product jsonb, changes jsonb) from public, anon, authenticated, service_role;

revoke all on function private.put_many(wanted jsonb) from public, anon, authenticated, service_role;

revoke all on function private.undone_product(change jsonb, present jsonb, known text[]) from public, anon, authenticated, service_role;

revoke all on function private.waits_for_buyer(line public.order_lines) from public, anon, authenticated, service_role;

revoke all on function private.pictures_of_row(item jsonb, before jsonb, OUT fields jsonb, OUT errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.product_of_row(item jsonb) from public, anon, authenticated, service_role;

revoke all on function private.colours_of_row(product jsonb, former_colours jsonb) from public, anon, authenticated, service_role;

revoke all on function private.names_of_row(item jsonb, OUT rank integer, OUT field text, OUT table_name text, OUT refusal text, OUT name text, OUT detail jsonb) from public, anon, authenticated, service_role;

revoke all on function private.import_names(item jsonb, options jsonb, INOUT product jsonb, OUT notes jsonb, OUT created jsonb) from public, anon, authenticated, service_role;

revoke all on function private.changed_fields(before jsonb, after jsonb) from public, anon, authenticated, service_role;

revoke all on function private.reported_list(field text, rows jsonb, product jsonb) from public, anon, authenticated, service_role;

revoke all on function private.place_by_rule(buyer jsonb) from public, anon, authenticated, service_role;

revoke all on function private.report_of_changes(changed jsonb, item jsonb, before jsonb, after jsonb) from public, anon, authenticated, service_role;

revoke all on function private.product_of_import(item jsonb, options jsonb, before jsonb, errors jsonb) from public, anon, authenticated, service_role;

revoke all on function private.delete_created_facets(undone uuid) from public, anon, authenticated, service_role;

revoke all on function private.own_domain(address text) from public, anon, authenticated, service_role;

revoke all on function private.proven_domain(account uuid) from public, anon, authenticated, service_role;

revoke all on function private.team_of(account uuid) from public, anon, authenticated, service_role;

revoke all on function private.team_baskets() from public, anon, authenticated, service_role;

revoke all on function private.merge_lead(lead uuid, target uuid) from public, anon, authenticated, service_role;

revoke all on function private.end_lead_links(lead uuid, are_renewed boolean) from public, anon, authenticated, service_role;

revoke all on function private.undo_lead_event(lead uuid, event_number text) from public, anon, authenticated, service_role;

revoke all on function private.colleagues_inquiries() from public, anon, authenticated, service_role;

revoke all on function private.product_again(product public.products, colours jsonb) from public, anon, authenticated, service_role;

revoke all on function private.own_inquiry_as_json(mine public.leads) from public, anon, authenticated, service_role;

revoke all on function private.colleagues_inquiry_as_json(shared public.leads) from public, anon, authenticated, service_role;

revoke all on function private.cheapest_choice(content jsonb, tax text) from public, anon, authenticated, service_role;

revoke all on function private.choice_text(content jsonb, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.states_named(address text) from public, anon, authenticated, service_role;

revoke all on function private.state_of_pin(address text, is_abroad boolean) from public, anon, authenticated, service_role;

revoke all on function private.whole_choice(content jsonb, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.problems_of_choices(content jsonb) from public, anon, authenticated, service_role;

revoke all on function private.with_mrp(content jsonb) from public, anon, authenticated, service_role;

revoke all on function private.inquiries_of_lead(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.asked_by_lead(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.other_approvals(version uuid) from public, anon, authenticated, service_role;

revoke all on function private.next_number(counters regclass, kind text, at timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.below_cost(content jsonb, figures jsonb) from public, anon, authenticated, service_role;

revoke all on function private.discount_percent(discount jsonb, figures jsonb) from public, anon, authenticated, service_role;

revoke all on function private.problems_of_place(seller jsonb, buyer jsonb) from public, anon, authenticated, service_role;

revoke all on function private.likely_month(sent_at timestamp with time zone, days integer) from public, anon, authenticated, service_role;

revoke all on function private.version_before(version uuid) from public, anon, authenticated, service_role;

revoke all on function private.required_choice(content jsonb, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.lines_in_force(quotations uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.put_quotation_lines() from public, anon, authenticated, service_role;

revoke all on function private.sees_margin() from public, anon, authenticated, service_role;

revoke all on function private.margin_of(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.acceptance(OUT accepted integer, OUT declined integer, OUT expired integer, OUT days integer) from public, anon, authenticated, service_role;

revoke all on function private.lines_with_widths(content jsonb) from public, anon, authenticated, service_role;

revoke all on function private.file_label(name text, fallback text, type text) from public, anon, authenticated, service_role;

revoke all on function private.owner_address(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.content_type(content bytea) from public, anon, authenticated, service_role;

revoke all on function private.shown_version(token text, purposes text[]) from public, anon, authenticated, service_role;

revoke all on function private.use_acceptance_code(version uuid, code text) from public, anon, authenticated, service_role;

revoke all on function private.accepted_figures(version public.quotation_versions, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.described_choice(version public.quotation_versions, choice jsonb) from public, anon, authenticated, service_role;

revoke all on function private.asked_choice(link public.quotation_links) from public, anon, authenticated, service_role;

revoke all on function private.approvals_on(link public.quotation_links) from public, anon, authenticated, service_role;

revoke all on function private.file_as_json(name text, content bytea) from public, anon, authenticated, service_role;

revoke all on function private.version_as_sent(version public.quotation_versions) from public, anon, authenticated, service_role;

revoke all on function private.proof_subject(line uuid) from public, anon, authenticated, service_role;

revoke all on function private.wrong_codes(version uuid) from public, anon, authenticated, service_role;

revoke all on function private.readable_quotations() from public, anon, authenticated, service_role;

revoke all on function private.most_gifts(content jsonb) from public, anon, authenticated, service_role;

revoke all on function private.gifts_in(places jsonb) from public, anon, authenticated, service_role;

revoke all on function private.cleaned_places(places jsonb, fields jsonb) from public, anon, authenticated, service_role;

revoke all on function private.other_state(version public.quotation_versions, gstin text) from public, anon, authenticated, service_role;

revoke all on function private.sample_step_text(step text, sample public.samples, change jsonb) from public, anon, authenticated, service_role;

revoke all on function private.record_order_event(order_id uuid, order_line_id uuid, kind text, value jsonb, buyer_name text) from public, anon, authenticated, service_role;

revoke all on function private.is_approved(line public.order_lines) from public, anon, authenticated, service_role;

revoke all on function private.begin_order(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.end_order(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.order_as_given(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.staffs_order(id uuid, saves integer, is_open boolean) from public, anon, authenticated, service_role;

revoke all on function private.problem_of_step(line private.order_line_rows, seen text, step text) from public, anon, authenticated, service_role;

revoke all on function private.take_order_step(current public.orders, kind text, lines jsonb, dispatches uuid[], text text) from public, anon, authenticated, service_role;

revoke all on function private.orders_of_lines(lines jsonb) from public, anon, authenticated, service_role;

revoke all on function private.last_order_step(order_id uuid) from public, anon, authenticated, service_role;

revoke all on function private.undo_of("order" uuid) from public, anon, authenticated, service_role;

revoke all on function private.tracking_link(courier text, number text) from public, anon, authenticated, service_role;

revoke all on function private.cleaned_order_places(order_id uuid, places jsonb) from public, anon, authenticated, service_role;

revoke all on function private.working_days_before(day date, days integer) from public, anon, authenticated, service_role;

revoke all on function private.matching_orders(words text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.ask_for_proofs(owner private.artworks) from public, anon, authenticated, service_role;

revoke all on function private.order_figures(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.leave_quotation() from public, anon, authenticated, service_role;

revoke all on function private.artworks_with(lead uuid, quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.artwork_owner(token text) from public, anon, authenticated, service_role;

revoke all on function private.record_artwork(token text, artwork private.artworks, is_removed boolean) from public, anon, authenticated, service_role;

revoke all on function private.stored_samples(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.given_by_buyer(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.log_access(action text, leads uuid[], actor_email text, contact uuid) from public, anon, authenticated, service_role;

revoke all on function private.proofs_of(line uuid) from public, anon, authenticated, service_role;

revoke all on function private.order_on_link(quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.news_text(step public.order_events) from public, anon, authenticated, service_role;

revoke all on function private.tell_buyer() from public, anon, authenticated, service_role;

revoke all on function private.sample_rules(OUT is_offered boolean, OUT charge integer, OUT a_month integer, OUT return_days integer) from public, anon, authenticated, service_role;

revoke all on function private.lead_of_samples(token text, OUT lead uuid, OUT quotation uuid, OUT is_proven boolean) from public, anon, authenticated, service_role;

revoke all on function private.company_of_samples(lead public.leads, is_proven boolean) from public, anon, authenticated, service_role;

revoke all on function private.limit_samples(company text, added integer) from public, anon, authenticated, service_role;

revoke all on function private.sample_text(sample public.samples) from public, anon, authenticated, service_role;

revoke all on function private.wanted_samples(samples jsonb) from public, anon, authenticated, service_role;

revoke all on function private.company_key(name text) from public, anon, authenticated, service_role;

revoke all on function private.take_sample_step(sample public.samples, step text, actor text, event bigint, change jsonb) from public, anon, authenticated, service_role;

revoke all on function private.add_samples(lead public.leads, quotation uuid, is_proven boolean, wanted public.samples[]) from public, anon, authenticated, service_role;

revoke all on function private.samples_as_json(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.change_of_sample_step(step text, value jsonb) from public, anon, authenticated, service_role;

revoke all on function private.working_time_before(at timestamp with time zone, days integer) from public, anon, authenticated, service_role;

revoke all on function private.matching_samples(words text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.sent_quotation(quotation public.quotations) from public, anon, authenticated, service_role;

revoke all on function private.lock_for_erasure(lead_ids uuid[], quotation_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.kept_of(quotation_ids uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.assignee_address(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.ids_of_names(field text, listed regclass, names jsonb) from public, anon, authenticated, service_role;

revoke all on function private.company_of(address text, name text) from public, anon, authenticated, service_role;

revoke all on function private.contact_of(address text, name text, phone text, company text) from public, anon, authenticated, service_role;

revoke all on function private.refer_to_known_contact() from public, anon, authenticated, service_role;

revoke all on function private.refer_to_contact() from public, anon, authenticated, service_role;

revoke all on function private.contact_of_account() from public, anon, authenticated, service_role;

revoke all on function private.drop_contacts(ids uuid[], employers uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.drop_contact_of_lead() from public, anon, authenticated, service_role;

revoke all on function private.follow_contact() from public, anon, authenticated, service_role;

revoke all on function private.follow_details() from public, anon, authenticated, service_role;

revoke all on function private.open_money() from public, anon, authenticated, service_role;

revoke all on function private.matching_companies(words text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.won_by_month(until date) from public, anon, authenticated, service_role;

revoke all on function private.open_quotations() from public, anon, authenticated, service_role;

revoke all on function private.give_quotations(ids uuid[], successor uuid, event bigint) from public, anon, authenticated, service_role;

revoke all on function private.sold(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.money_by(by text, since date, until date, size integer) from public, anon, authenticated, service_role;

revoke all on function private.money_of_sources(since date, until date, size integer) from public, anon, authenticated, service_role;

revoke all on function private.days_of(elapsed interval) from public, anon, authenticated, service_role;

revoke all on function private.quotation_times(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.quota_key(at timestamp with time zone, VARIADIC uses text[]) from public, anon, authenticated, service_role;

revoke all on function private.take_words(number integer) from public, anon, authenticated, service_role;

revoke all on function private.visits(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.funnel(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.search_figures(since date, until date, list text, size integer) from public, anon, authenticated, service_role;

revoke all on function private.reason_figures(since timestamp with time zone, before timestamp with time zone) from public, anon, authenticated, service_role;

revoke all on function private.vital_figures(since date, until date) from public, anon, authenticated, service_role;

revoke all on function private.product_figures(list text, size integer) from public, anon, authenticated, service_role;

revoke all on function private.mails_to(address text) from public, anon, authenticated, service_role;

revoke all on function private.queue_notices(lead uuid, event_number bigint, quotation uuid) from public, anon, authenticated, service_role;

revoke all on function private.office_address() from public, anon, authenticated, service_role;

revoke all on function private.work_of(person uuid) from public, anon, authenticated, service_role;

revoke all on function private.waiting_lists() from public, anon, authenticated, service_role;

revoke all on function private.waiting_list(part text, filters jsonb) from public, anon, authenticated, service_role;

revoke all on function private.is_attachment(name text, content bytea) from public, anon, authenticated, service_role;

revoke all on function private.receive_mail(mail jsonb) from public, anon, authenticated, service_role;

revoke all on function private.calendar_of(person uuid) from public, anon, authenticated, service_role;

revoke all on function private.open_api_key(key_hash bytea) from public, anon, authenticated, service_role;

revoke all on function private.demo_contact(OUT email text, OUT address text) from public, anon, authenticated, service_role;

revoke all on function private.store_demo_records() from public, anon, authenticated, service_role;

revoke all on function private.removable_demo_ids(entity text) from public, anon, authenticated, service_role;

revoke all on function private.note_lead() from public, anon, authenticated, service_role;

revoke all on function private.note_products() from public, anon, authenticated, service_role;

revoke all on function private.is_administrator(account uuid) from public, anon, authenticated, service_role;

revoke all on function private.announce_quotation() from public, anon, authenticated, service_role;

revoke all on function private.lead_for_programs(lead uuid) from public, anon, authenticated, service_role;

revoke all on function private.product_for_programs(product uuid) from public, anon, authenticated, service_role;

revoke all on function private.leads_for_programs(key uuid, since timestamp with time zone, after_time timestamp with time zone, after_id uuid, size integer) from public, anon, authenticated, service_role;

revoke all on function private.products_for_programs(since timestamp with time zone, after_time timestamp with time zone, after_id uuid, size integer) from public, anon, authenticated, service_role;

revoke all on function private.save_product_for_program(key uuid, product uuid, input jsonb) from public, anon, authenticated, service_role;

revoke all on function private.announce(happened text, subjects uuid[]) from public, anon, authenticated, service_role;

revoke all on function private.new_webhook_secret() from public, anon, authenticated, service_role;

revoke all on function private.note_webhook(webhook uuid, kind text, change jsonb) from public, anon, authenticated, service_role;

revoke all on function private.webhook_data(event text, subject uuid) from public, anon, authenticated, service_role;

revoke all on function private.claim_webhooks() from public, anon, authenticated, service_role;

revoke all on function private.finish_webhook(delivery uuid, attempt integer, answered smallint, fault text, took integer) from public, anon, authenticated, service_role;

revoke all on function public.ask_colleague(token text, email text, name text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function public.ask_colleague(token text, email text, name text, choice jsonb) to anon, authenticated, service_role;

revoke all on function private.ask_colleague(token text, email text, name text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function private.ask_colleague(token text, email text, name text, choice jsonb) to anon, authenticated, service_role;

revoke all on function public.attach_artwork(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function public.attach_artwork(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function private.attach_artwork(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function private.attach_artwork(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function public.attach_purchase_order(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function public.attach_purchase_order(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function private.attach_purchase_order(token text, name text, content text) from public, anon, authenticated, service_role;
grant execute on function private.attach_purchase_order(token text, name text, content text) to anon, authenticated, service_role;

revoke all on function public.choose_order_news(token text, news text[]) from public, anon, authenticated, service_role;
grant execute on function public.choose_order_news(token text, news text[]) to anon, authenticated, service_role;

revoke all on function private.choose_order_news(token text, news text[]) from public, anon, authenticated, service_role;
grant execute on function private.choose_order_news(token text, news text[]) to anon, authenticated, service_role;

revoke all on function private.cleaned_origin(value text) from public, anon, authenticated, service_role;
grant execute on function private.cleaned_origin(value text) to anon, authenticated, service_role;

revoke all on function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function public.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) to anon, authenticated, service_role;

revoke all on function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function private.decide_approval(token text, is_approved boolean, name text, note text, shows_note boolean, total_paise bigint, choice jsonb) to anon, authenticated, service_role;

revoke all on function public.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) from public, anon, authenticated, service_role;
grant execute on function public.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) to anon, authenticated, service_role;

revoke all on function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) from public, anon, authenticated, service_role;
grant execute on function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text) to anon, authenticated, service_role;

revoke all on function public.judge_sample(token text, sample uuid, verdict text, comment text) from public, anon, authenticated, service_role;
grant execute on function public.judge_sample(token text, sample uuid, verdict text, comment text) to anon, authenticated, service_role;

revoke all on function private.judge_sample(token text, sample uuid, verdict text, comment text) from public, anon, authenticated, service_role;
grant execute on function private.judge_sample(token text, sample uuid, verdict text, comment text) to anon, authenticated, service_role;

revoke all on function private.open_calendar(token text) from public, anon, authenticated, service_role;
grant execute on function private.open_calendar(token text) to anon, authenticated, service_role;

revoke all on function private.new_link_hash(token text) from public, anon, authenticated, service_role;
grant execute on function private.new_link_hash(token text) to anon, authenticated, service_role;

revoke all on function private.number_series() from public, anon, authenticated, service_role;
grant execute on function private.number_series() to anon, authenticated, service_role;

revoke all on function public.open_calendar(token text) from public, anon, authenticated, service_role;
grant execute on function public.open_calendar(token text) to anon, authenticated, service_role;

revoke all on function public.open_campaign_link(token text) from public, anon, authenticated, service_role;
grant execute on function public.open_campaign_link(token text) to anon, authenticated, service_role;

revoke all on function private.open_campaign_link(token text) from public, anon, authenticated, service_role;
grant execute on function private.open_campaign_link(token text) to anon, authenticated, service_role;

revoke all on function private.test_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.test_webhook(webhook uuid) to authenticated, service_role;

revoke all on function public.order_again(token text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function public.order_again(token text, choice jsonb) to anon, authenticated, service_role;

revoke all on function private.order_again(token text, choice jsonb) from public, anon, authenticated, service_role;
grant execute on function private.order_again(token text, choice jsonb) to anon, authenticated, service_role;

revoke all on function public.proof_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function public.proof_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function private.proof_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function private.proof_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function public.purchase_order_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function public.purchase_order_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function private.purchase_order_file(id uuid, token text) from public, anon, authenticated, service_role;
grant execute on function private.purchase_order_file(id uuid, token text) to anon, authenticated, service_role;

revoke all on function public.remove_artwork(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_artwork(token text, id uuid) to anon, authenticated, service_role;

revoke all on function private.remove_artwork(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function private.remove_artwork(token text, id uuid) to anon, authenticated, service_role;

revoke all on function public.remove_purchase_order(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function public.remove_purchase_order(token text, id uuid) to anon, authenticated, service_role;

revoke all on function private.remove_purchase_order(token text, id uuid) from public, anon, authenticated, service_role;
grant execute on function private.remove_purchase_order(token text, id uuid) to anon, authenticated, service_role;

revoke all on function public.request_samples(token text, samples jsonb) from public, anon, authenticated, service_role;
grant execute on function public.request_samples(token text, samples jsonb) to anon, authenticated, service_role;

revoke all on function private.request_samples(token text, samples jsonb) from public, anon, authenticated, service_role;
grant execute on function private.request_samples(token text, samples jsonb) to anon, authenticated, service_role;

revoke all on function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) to anon, authenticated, service_role;

revoke all on function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_buyer_details(token text, gstin text, billing_address text, delivery_places jsonb) to anon, authenticated, service_role;

revoke all on function public.claim_mails(batch integer, delivers boolean) from public, anon, authenticated, service_role;
grant execute on function public.claim_mails(batch integer, delivers boolean) to service_role;

revoke all on function public.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function private.sent_origin() from public, anon, authenticated, service_role;
grant execute on function private.sent_origin() to anon, authenticated, service_role;

revoke all on function private.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.send_inquiry(name text, company text, email text, phone text, items jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function public.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function private.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.send_sample_inquiry(name text, company text, email text, phone text, items jsonb, samples jsonb, message text, needed_by date, budget_per_gift integer, delivery_city text, wants_branding boolean, notice jsonb, marketing_consent boolean, shares boolean) to anon, authenticated, service_role;

revoke all on function public.terms_text() from public, anon, authenticated, service_role;
grant execute on function public.terms_text() to anon, authenticated, service_role;

revoke all on function private.terms_text() from public, anon, authenticated, service_role;
grant execute on function private.terms_text() to anon, authenticated, service_role;

revoke all on function private.demo_summary() from public, anon, authenticated, service_role;
grant execute on function private.demo_summary() to authenticated, service_role;

revoke all on function public.add_proof(line uuid, name text, content text, note text) from public, anon, authenticated, service_role;
grant execute on function public.add_proof(line uuid, name text, content text, note text) to authenticated, service_role;

revoke all on function private.add_proof(line uuid, name text, content text, note text) from public, anon, authenticated, service_role;
grant execute on function private.add_proof(line uuid, name text, content text, note text) to authenticated, service_role;

revoke all on function public.add_to_team(contact uuid, domain text) from public, anon, authenticated, service_role;
grant execute on function public.add_to_team(contact uuid, domain text) to authenticated, service_role;

revoke all on function private.add_to_team(contact uuid, domain text) from public, anon, authenticated, service_role;
grant execute on function private.add_to_team(contact uuid, domain text) to authenticated, service_role;

revoke all on function public.api_keys() from public, anon, authenticated, service_role;
grant execute on function public.api_keys() to authenticated, service_role;

revoke all on function private.api_keys() from public, anon, authenticated, service_role;
grant execute on function private.api_keys() to authenticated, service_role;

revoke all on function public.artwork_file(id uuid) from public, anon, authenticated, service_role;
grant execute on function public.artwork_file(id uuid) to authenticated, service_role;

revoke all on function private.artwork_file(id uuid) from public, anon, authenticated, service_role;
grant execute on function private.artwork_file(id uuid) to authenticated, service_role;

revoke all on function public.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function public.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) to authenticated, service_role;

revoke all on function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.bulk_edit_products(changes jsonb, ids uuid[], words text, filters jsonb, is_preview boolean, label text, whole uuid, beyond uuid, most integer) to authenticated, service_role;

revoke all on function public.cancel_order(order_id uuid, saves integer, reason text) from public, anon, authenticated, service_role;
grant execute on function public.cancel_order(order_id uuid, saves integer, reason text) to authenticated, service_role;

revoke all on function private.cancel_order(order_id uuid, saves integer, reason text) from public, anon, authenticated, service_role;
grant execute on function private.cancel_order(order_id uuid, saves integer, reason text) to authenticated, service_role;

revoke all on function private.check_product(product jsonb) from public, anon, authenticated, service_role;
grant execute on function private.check_product(product jsonb) to authenticated, service_role;

revoke all on function private.colours_with_pictures(product jsonb, stored_id uuid) from public, anon, authenticated, service_role;
grant execute on function private.colours_with_pictures(product jsonb, stored_id uuid) to authenticated, service_role;

revoke all on function private.columns_among(listed regclass, fields text[]) from public, anon, authenticated, service_role;
grant execute on function private.columns_among(listed regclass, fields text[]) to authenticated, service_role;

revoke all on function public.company_details(company uuid) from public, anon, authenticated, service_role;
grant execute on function public.company_details(company uuid) to authenticated, service_role;

revoke all on function private.company_details(company uuid) from public, anon, authenticated, service_role;
grant execute on function private.company_details(company uuid) to authenticated, service_role;

revoke all on function private.note_delivery(delivers boolean) from public, anon, authenticated, service_role;
grant execute on function private.note_delivery(delivers boolean) to service_role;

revoke all on function public.count_companies(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function public.count_companies(words text, filters jsonb) to authenticated, service_role;

revoke all on function private.count_companies(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_companies(words text, filters jsonb) to authenticated, service_role;

revoke all on function public.count_orders(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function public.count_orders(words text, filters jsonb) to authenticated, service_role;

revoke all on function private.count_orders(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_orders(words text, filters jsonb) to authenticated, service_role;

revoke all on function public.count_samples(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function public.count_samples(words text, filters jsonb) to authenticated, service_role;

revoke all on function private.count_samples(words text, filters jsonb) from public, anon, authenticated, service_role;
grant execute on function private.count_samples(words text, filters jsonb) to authenticated, service_role;

revoke all on function public.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function public.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) to authenticated, service_role;

revoke all on function private.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.delete_records(entity text, ids uuid[], words text, filters jsonb, whole uuid, most integer) to authenticated, service_role;

revoke all on function public.delete_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.delete_webhook(webhook uuid) to authenticated, service_role;

revoke all on function private.delete_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.delete_webhook(webhook uuid) to authenticated, service_role;

revoke all on function private.own_products() from public, anon, authenticated, service_role;
grant execute on function private.own_products() to service_role;

revoke all on function public.deliver_dispatches(dispatches uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.deliver_dispatches(dispatches uuid[]) to authenticated, service_role;

revoke all on function private.deliver_dispatches(dispatches uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.deliver_dispatches(dispatches uuid[]) to authenticated, service_role;

revoke all on function public.delivers_mail() from public, anon, authenticated, service_role;
grant execute on function public.delivers_mail() to authenticated, service_role;

revoke all on function private.delivers_mail() from public, anon, authenticated, service_role;
grant execute on function private.delivers_mail() to authenticated, service_role;

revoke all on function public.demo_summary() from public, anon, authenticated, service_role;
grant execute on function public.demo_summary() to authenticated, service_role;

revoke all on function private.lead_sources() from public, anon, authenticated, service_role;
grant execute on function private.lead_sources() to authenticated, service_role;

revoke all on function public.dismiss_first_steps() from public, anon, authenticated, service_role;
grant execute on function public.dismiss_first_steps() to authenticated, service_role;

revoke all on function private.dismiss_first_steps() from public, anon, authenticated, service_role;
grant execute on function private.dismiss_first_steps() to authenticated, service_role;

revoke all on function public.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) from public, anon, authenticated, service_role;
grant execute on function public.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) to authenticated, service_role;

revoke all on function private.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) from public, anon, authenticated, service_role;
grant execute on function private.dispatch_order_lines(parcels jsonb, courier text, tracking_number text) to authenticated, service_role;

revoke all on function private.doctor_type_industries() from public, anon, authenticated, service_role;
grant execute on function private.doctor_type_industries() to authenticated, service_role;

revoke all on function public.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.end_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function public.end_shared_basket(id uuid) to authenticated, service_role;

revoke all on function private.end_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function private.end_shared_basket(id uuid) to authenticated, service_role;

revoke all on function private.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_companies(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.finish_restoring(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.finish_restoring(ids uuid[]) to authenticated, service_role;

revoke all on function public.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_orders(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function private.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function private.find_quotations(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) from public, anon, authenticated, service_role;
grant execute on function public.find_samples(words text, filters jsonb, sorted text, ascending boolean, beyond text, beyond_id uuid, size integer) to authenticated, service_role;

revoke all on function public.first_steps() from public, anon, authenticated, service_role;
grant execute on function public.first_steps() to authenticated, service_role;

revoke all on function private.first_steps() from public, anon, authenticated, service_role;
grant execute on function private.first_steps() to authenticated, service_role;

revoke all on function private.gst_states() from public, anon, authenticated, service_role;
grant execute on function private.gst_states() to authenticated, service_role;

revoke all on function private.gstin_kind(value text) from public, anon, authenticated, service_role;
grant execute on function private.gstin_kind(value text) to authenticated, service_role;

revoke all on function public.hand_over_work(person uuid, companies uuid[], successor uuid) from public, anon, authenticated, service_role;
grant execute on function public.hand_over_work(person uuid, companies uuid[], successor uuid) to authenticated, service_role;

revoke all on function private.hand_over_work(person uuid, companies uuid[], successor uuid) from public, anon, authenticated, service_role;
grant execute on function private.hand_over_work(person uuid, companies uuid[], successor uuid) to authenticated, service_role;

revoke all on function public.handle_lead(lead uuid, kind text, value text, reason text, note text) from public, anon, authenticated, service_role;
grant execute on function public.handle_lead(lead uuid, kind text, value text, reason text, note text) to authenticated, service_role;

revoke all on function private.handle_lead(lead uuid, kind text, value text, reason text, note text) from public, anon, authenticated, service_role;
grant execute on function private.handle_lead(lead uuid, kind text, value text, reason text, note text) to authenticated, service_role;

revoke all on function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function public.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) to authenticated, service_role;

revoke all on function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.handle_leads(kind text, value text, ids uuid[], words text, since timestamp with time zone, before timestamp with time zone, filters jsonb, reason text, note text, beyond uuid, most integer) to authenticated, service_role;

revoke all on function public.handle_samples(ids uuid[], step text, value jsonb) from public, anon, authenticated, service_role;
grant execute on function public.handle_samples(ids uuid[], step text, value jsonb) to authenticated, service_role;

revoke all on function private.handle_samples(ids uuid[], step text, value jsonb) from public, anon, authenticated, service_role;
grant execute on function private.handle_samples(ids uuid[], step text, value jsonb) to authenticated, service_role;

revoke all on function public.join_company(people uuid[], company uuid, name text) from public, anon, authenticated, service_role;
grant execute on function public.join_company(people uuid[], company uuid, name text) to authenticated, service_role;

revoke all on function private.join_company(people uuid[], company uuid, name text) from public, anon, authenticated, service_role;
grant execute on function private.join_company(people uuid[], company uuid, name text) to authenticated, service_role;

revoke all on function public.lead_artworks(lead uuid) from public, anon, authenticated, service_role;
grant execute on function public.lead_artworks(lead uuid) to authenticated, service_role;

revoke all on function private.lead_artworks(lead uuid) from public, anon, authenticated, service_role;
grant execute on function private.lead_artworks(lead uuid) to authenticated, service_role;

revoke all on function public.lead_pulse() from public, anon, authenticated, service_role;
grant execute on function public.lead_pulse() to authenticated, service_role;

revoke all on function public.lead_sources() from public, anon, authenticated, service_role;
grant execute on function public.lead_sources() to authenticated, service_role;

revoke all on function public.look_alikes() from public, anon, authenticated, service_role;
grant execute on function public.look_alikes() to authenticated, service_role;

revoke all on function private.look_alikes() from public, anon, authenticated, service_role;
grant execute on function private.look_alikes() to authenticated, service_role;

revoke all on function public.make_api_key(name text, scopes text[]) from public, anon, authenticated, service_role;
grant execute on function public.make_api_key(name text, scopes text[]) to authenticated, service_role;

revoke all on function private.make_api_key(name text, scopes text[]) from public, anon, authenticated, service_role;
grant execute on function private.make_api_key(name text, scopes text[]) to authenticated, service_role;

revoke all on function public.make_calendar_link() from public, anon, authenticated, service_role;
grant execute on function public.make_calendar_link() to authenticated, service_role;

revoke all on function private.make_calendar_link() from public, anon, authenticated, service_role;
grant execute on function private.make_calendar_link() to authenticated, service_role;

revoke all on function private.merge_companies(company uuid, others uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.merge_companies(company uuid, others uuid[]) to authenticated, service_role;

revoke all on function public.make_order(quotation uuid) from public, anon, authenticated, service_role;
grant execute on function public.make_order(quotation uuid) to authenticated, service_role;

revoke all on function private.make_order(quotation uuid) from public, anon, authenticated, service_role;
grant execute on function private.make_order(quotation uuid) to authenticated, service_role;

revoke all on function public.merge_companies(company uuid, others uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.merge_companies(company uuid, others uuid[]) to authenticated, service_role;

revoke all on function public.move_order_lines(lines jsonb, state text, text text) from public, anon, authenticated, service_role;
grant execute on function public.move_order_lines(lines jsonb, state text, text text) to authenticated, service_role;

revoke all on function private.move_order_lines(lines jsonb, state text, text text) from public, anon, authenticated, service_role;
grant execute on function private.move_order_lines(lines jsonb, state text, text text) to authenticated, service_role;

revoke all on function public.my_company() from public, anon, authenticated, service_role;
grant execute on function public.my_company() to authenticated, service_role;

revoke all on function private.my_company() from public, anon, authenticated, service_role;
grant execute on function private.my_company() to authenticated, service_role;

revoke all on function private.restore_facts(entity text, ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_facts(entity text, ids uuid[]) to authenticated, service_role;

revoke all on function public.open_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function public.open_shared_basket(id uuid) to authenticated, service_role;

revoke all on function private.open_shared_basket(id uuid) from public, anon, authenticated, service_role;
grant execute on function private.open_shared_basket(id uuid) to authenticated, service_role;

revoke all on function public.order_details(order_id uuid) from public, anon, authenticated, service_role;
grant execute on function public.order_details(order_id uuid) to authenticated, service_role;

revoke all on function private.order_details(order_id uuid) from public, anon, authenticated, service_role;
grant execute on function private.order_details(order_id uuid) to authenticated, service_role;

revoke all on function public.part_companies(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.part_companies(ids uuid[]) to authenticated, service_role;

revoke all on function private.part_companies(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.part_companies(ids uuid[]) to authenticated, service_role;

revoke all on function public.people() from public, anon, authenticated, service_role;
grant execute on function public.people() to authenticated, service_role;

revoke all on function private.people() from public, anon, authenticated, service_role;
grant execute on function private.people() to authenticated, service_role;

revoke all on function public.person_data(email text) from public, anon, authenticated, service_role;
grant execute on function public.person_data(email text) to authenticated, service_role;

revoke all on function private.product_fields() from public, anon, authenticated, service_role;
grant execute on function private.product_fields() to authenticated, service_role;

revoke all on function private.product_lists(OUT field text, OUT table_name text, OUT tag_id text) from public, anon, authenticated, service_role;
grant execute on function private.product_lists(OUT field text, OUT table_name text, OUT tag_id text) to authenticated, service_role;

revoke all on function public.products_with_codes(codes text[]) from public, anon, authenticated, service_role;
grant execute on function public.products_with_codes(codes text[]) to authenticated, service_role;

revoke all on function private.products_with_codes(codes text[]) from public, anon, authenticated, service_role;
grant execute on function private.products_with_codes(codes text[]) to authenticated, service_role;

revoke all on function private.put_back(changes jsonb, whole uuid, most integer) from public, anon, authenticated, service_role;
grant execute on function private.put_back(changes jsonb, whole uuid, most integer) to authenticated, service_role;

revoke all on function private.put_products(wanted jsonb) from public, anon, authenticated, service_role;
grant execute on function private.put_products(wanted jsonb) to authenticated, service_role;

revoke all on function public.received_file(mail uuid, place integer) from public, anon, authenticated, service_role;
grant execute on function public.received_file(mail uuid, place integer) to authenticated, service_role;

revoke all on function private.received_file(mail uuid, place integer) from public, anon, authenticated, service_role;
grant execute on function private.received_file(mail uuid, place integer) to authenticated, service_role;

revoke all on function public.remove_calendar_link() from public, anon, authenticated, service_role;
grant execute on function public.remove_calendar_link() to authenticated, service_role;

revoke all on function private.remove_calendar_link() from public, anon, authenticated, service_role;
grant execute on function private.remove_calendar_link() to authenticated, service_role;

revoke all on function public.remove_demo(most integer) from public, anon, authenticated, service_role;
grant execute on function public.remove_demo(most integer) to authenticated, service_role;

revoke all on function private.remove_demo(most integer) from public, anon, authenticated, service_role;
grant execute on function private.remove_demo(most integer) to authenticated, service_role;

revoke all on function public.reply_to_lead(lead uuid, reply uuid, subject text, text text, attachments jsonb) from public, anon, authenticated, service_role;
grant execute on function public.reply_to_lead(lead uuid, reply uuid, subject text, text text, attachments jsonb) to authenticated, service_role;

revoke all on function private.reply_to_lead(lead uuid, reply uuid, subject text, text text, attachments jsonb) from public, anon, authenticated, service_role;
grant execute on function private.reply_to_lead(lead uuid, reply uuid, subject text, text text, attachments jsonb) to authenticated, service_role;

revoke all on function public.resend_webhook(delivery uuid) from public, anon, authenticated, service_role;
grant execute on function public.resend_webhook(delivery uuid) to authenticated, service_role;

revoke all on function private.resend_webhook(delivery uuid) from public, anon, authenticated, service_role;
grant execute on function private.resend_webhook(delivery uuid) to authenticated, service_role;

revoke all on function public.restore_demo() from public, anon, authenticated, service_role;
grant execute on function public.restore_demo() to authenticated, service_role;

revoke all on function private.restore_demo() from public, anon, authenticated, service_role;
grant execute on function private.restore_demo() to authenticated, service_role;

revoke all on function private.restore_links(entity text, ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_links(entity text, ids uuid[]) to authenticated, service_role;

revoke all on function private.restore_product_categories(ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_product_categories(ids uuid[]) to authenticated, service_role;

revoke all on function private.restore_rows(entity text, ids uuid[]) from public, anon, authenticated, service_role;
grant execute on function private.restore_rows(entity text, ids uuid[]) to authenticated, service_role;

revoke all on function private.restore_whole(whole public.deleted_records) from public, anon, authenticated, service_role;
grant execute on function private.restore_whole(whole public.deleted_records) to authenticated, service_role;

revoke all on function public.resume_order(order_id uuid, saves integer) from public, anon, authenticated, service_role;
grant execute on function public.resume_order(order_id uuid, saves integer) to authenticated, service_role;

revoke all on function private.resume_order(order_id uuid, saves integer) from public, anon, authenticated, service_role;
grant execute on function private.resume_order(order_id uuid, saves integer) to authenticated, service_role;

revoke all on function public.revoke_api_key(key uuid) from public, anon, authenticated, service_role;
grant execute on function public.revoke_api_key(key uuid) to authenticated, service_role;

revoke all on function private.revoke_api_key(key uuid) from public, anon, authenticated, service_role;
grant execute on function private.revoke_api_key(key uuid) to authenticated, service_role;

revoke all on function public.rotate_webhook_secret(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.rotate_webhook_secret(webhook uuid) to authenticated, service_role;

revoke all on function private.rotate_webhook_secret(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.rotate_webhook_secret(webhook uuid) to authenticated, service_role;

revoke all on function public.save_absence(away_until date, deputy uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_absence(away_until date, deputy uuid) to authenticated, service_role;

revoke all on function private.save_absence(away_until date, deputy uuid) from public, anon, authenticated, service_role;
grant execute on function private.save_absence(away_until date, deputy uuid) to authenticated, service_role;

revoke all on function public.save_company_details(gstin text, billing_address text) from public, anon, authenticated, service_role;
grant execute on function public.save_company_details(gstin text, billing_address text) to authenticated, service_role;

revoke all on function private.save_company_details(gstin text, billing_address text) from public, anon, authenticated, service_role;
grant execute on function private.save_company_details(gstin text, billing_address text) to authenticated, service_role;

revoke all on function public.save_order_places(order_id uuid, saves integer, places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_order_places(order_id uuid, saves integer, places jsonb) to authenticated, service_role;

revoke all on function public.save_delivery_places(places jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_delivery_places(places jsonb) to authenticated, service_role;

revoke all on function private.save_delivery_places(places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_delivery_places(places jsonb) to authenticated, service_role;

revoke all on function public.save_digest(hour integer, days integer) from public, anon, authenticated, service_role;
grant execute on function public.save_digest(hour integer, days integer) to authenticated, service_role;

revoke all on function private.save_digest(hour integer, days integer) from public, anon, authenticated, service_role;
grant execute on function private.save_digest(hour integer, days integer) to authenticated, service_role;

revoke all on function public.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) from public, anon, authenticated, service_role;
grant execute on function public.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) to authenticated, service_role;

revoke all on function private.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) from public, anon, authenticated, service_role;
grant execute on function private.save_order(order_id uuid, saves integer, needed_by date, advance_paise bigint, advance_received_on date) to authenticated, service_role;

revoke all on function private.save_order_places(order_id uuid, saves integer, places jsonb) from public, anon, authenticated, service_role;
grant execute on function private.save_order_places(order_id uuid, saves integer, places jsonb) to authenticated, service_role;

revoke all on function private.save_rows(products jsonb, fields text[], is_new boolean) from public, anon, authenticated, service_role;
grant execute on function private.save_rows(products jsonb, fields text[], is_new boolean) to authenticated, service_role;

revoke all on function public.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) to authenticated, service_role;

revoke all on function private.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.save_webhook(address text, events text[], is_enabled boolean, webhook uuid) to authenticated, service_role;

revoke all on function public.send_test_mail() from public, anon, authenticated, service_role;
grant execute on function public.send_test_mail() to authenticated, service_role;

revoke all on function private.send_test_mail() from public, anon, authenticated, service_role;
grant execute on function private.send_test_mail() to authenticated, service_role;

revoke all on function public.set_margin_right(person uuid, is_allowed boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_margin_right(person uuid, is_allowed boolean) to authenticated, service_role;

revoke all on function private.set_margin_right(person uuid, is_allowed boolean) from public, anon, authenticated, service_role;
grant execute on function private.set_margin_right(person uuid, is_allowed boolean) to authenticated, service_role;

revoke all on function public.set_order_proof(line uuid, needs_proof boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_order_proof(line uuid, needs_proof boolean) to authenticated, service_role;

revoke all on function private.set_order_proof(line uuid, needs_proof boolean) from public, anon, authenticated, service_role;
grant execute on function private.set_order_proof(line uuid, needs_proof boolean) to authenticated, service_role;

revoke all on function private.share_inquiry(reference text, shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.share_inquiry(reference text, shares boolean) to authenticated, service_role;

revoke all on function private.settled_product(product jsonb) from public, anon, authenticated, service_role;
grant execute on function private.settled_product(product jsonb) to authenticated, service_role;

revoke all on function public.share_basket(basket text, products integer) from public, anon, authenticated, service_role;
grant execute on function public.share_basket(basket text, products integer) to authenticated, service_role;

revoke all on function private.share_basket(basket text, products integer) from public, anon, authenticated, service_role;
grant execute on function private.share_basket(basket text, products integer) to authenticated, service_role;

revoke all on function public.share_inquiry(reference text, shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.share_inquiry(reference text, shares boolean) to authenticated, service_role;

revoke all on function public.share_with_colleagues(shares boolean) from public, anon, authenticated, service_role;
grant execute on function public.share_with_colleagues(shares boolean) to authenticated, service_role;

revoke all on function private.share_with_colleagues(shares boolean) from public, anon, authenticated, service_role;
grant execute on function private.share_with_colleagues(shares boolean) to authenticated, service_role;

revoke all on function public.test_webhook(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.test_webhook(webhook uuid) to authenticated, service_role;

revoke all on function public.undo_order_step(order_id uuid, event bigint) from public, anon, authenticated, service_role;
grant execute on function public.undo_order_step(order_id uuid, event bigint) to authenticated, service_role;

revoke all on function private.undo_order_step(order_id uuid, event bigint) from public, anon, authenticated, service_role;
grant execute on function private.undo_order_step(order_id uuid, event bigint) to authenticated, service_role;

revoke all on function public.undo_order_steps(steps jsonb) from public, anon, authenticated, service_role;
grant execute on function public.undo_order_steps(steps jsonb) to authenticated, service_role;

revoke all on function private.undo_order_steps(steps jsonb) from public, anon, authenticated, service_role;
grant execute on function private.undo_order_steps(steps jsonb) to authenticated, service_role;

revoke all on function private.unsettled_quotations() from public, anon, authenticated, service_role;
grant execute on function private.unsettled_quotations() to authenticated, service_role;

revoke all on function public.webhook_deliveries(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function public.webhook_deliveries(webhook uuid) to authenticated, service_role;

revoke all on function private.webhook_deliveries(webhook uuid) from public, anon, authenticated, service_role;
grant execute on function private.webhook_deliveries(webhook uuid) to authenticated, service_role;

revoke all on function public.webhooks() from public, anon, authenticated, service_role;
grant execute on function public.webhooks() to authenticated, service_role;

revoke all on function private.webhooks() from public, anon, authenticated, service_role;
grant execute on function private.webhooks() to authenticated, service_role;

revoke all on function private.digest_of(person uuid) from public, anon, authenticated, service_role;
grant execute on function private.digest_of(person uuid) to service_role;

revoke all on function private.mail_headers(mail_id uuid) from public, anon, authenticated, service_role;
grant execute on function private.mail_headers(mail_id uuid) to service_role;

revoke all on function private.mailed_reply(event_number bigint) from public, anon, authenticated, service_role;
grant execute on function private.mailed_reply(event_number bigint) to service_role;

revoke all on function private.queue_digests(moment timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.queue_digests(moment timestamp with time zone) to service_role;

revoke all on function private.samples_of_event(event public.lead_events) from public, anon, authenticated, service_role;
grant execute on function private.samples_of_event(event public.lead_events) to service_role;

revoke all on table private.order_line_rows from public, anon, authenticated, service_role;

revoke all on table private.order_rows from public, anon, authenticated, service_role;

revoke all on table private.sample_rows from public, anon, authenticated, service_role;

revoke all on table public.breaches from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.breaches to authenticated;
grant all on table public.breaches to service_role;

revoke all on table public.companies from public, anon, authenticated, service_role;
grant insert, select, update on table public.companies to authenticated;
grant all on table public.companies to service_role;

revoke all on table public.campaign_links from public, anon, authenticated, service_role;
grant delete, insert, select, update on table public.campaign_links to authenticated;
grant all on table public.campaign_links to service_role;

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.undo_bulk_edit(edit public.deleted_records);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.staffs_text(label text, value text, is_required boolean);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.product_facts(product uuid);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.pharmaceutical_id();

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.own_quotations();

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.next_quotation_number(at timestamp with time zone);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.lead_reference(id uuid);

-- Called only by functions that are replaced above: unused since 1.1.0
drop function private.apply_bulk_edit(plan jsonb, is_undo boolean);
-- Written until here.

-- Of leads that came after the others got their references.
update public.leads set reference = 'GW-' || upper(left(id::text, 8)) where reference is null;
alter table public.leads alter column reference set default '', alter column reference set not null;
-- Only for the functions that are replaced above.
drop index public.quotation_versions_of_email;

-- By hand: the rows that these functions read, at the same moment. An erasure meanwhile would find no contact, a save would drop the types of
-- doctors, an undo would give back half.

-- The colours of a product as rows of a table, with the addresses of their pictures.
create function pg_temp.with_pictures(colours jsonb, image_url text, pictures jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_agg((colour - 'picture_position') || jsonb_build_object('picture', case colour ->> 'picture_position'
    when '1' then to_jsonb(image_url)
    else coalesce(
      jsonb_path_query_first(pictures, '$[*] ? (@.position == $position).url', jsonb_build_object('position', colour -> 'picture_position')),
      colour -> 'picture'
    )
  end) order by (colour ->> 'position')::integer), '[]') from jsonb_array_elements(colours) as colour
$$;
update public.deleted_records set links = links || jsonb_build_object(
  'product_colours', pg_temp.with_pictures(links -> 'product_colours', record ->> 'image_url', links -> 'product_pictures')
) where links ? 'product_colours';

-- What undoes an import has the products as product_as_json makes them, without what 1.0.0 did not know: that stays.
update public.import_rows set former = (former -> 'product') || (to_jsonb(
  jsonb_populate_record(null::public.product_terms, coalesce(former #> '{links,product_terms,0}', '{}'))
) - array['product_id', 'mrp_paise']) || jsonb_build_object(
  'industries', jsonb_path_query_array(former, '$.links.product_industry_tags[*].industry_tag_id'),
  'themes', jsonb_path_query_array(former, '$.links.product_themes[*].theme_id'),
  'doctor_types', jsonb_path_query_array(former, '$.links.product_doctor_type_tags[*].doctor_type_tag_id'),
  'branding', coalesce((select jsonb_agg(link - 'product_id') from jsonb_array_elements(former #> '{links,product_branding_methods}') as link), '[]'),
  'colours', (
    select coalesce(jsonb_agg(colour - array['product_id', 'position']), '[]')
    from jsonb_array_elements(pg_temp.with_pictures(former #> '{links,product_colours}', former #>> '{product,image_url}', former #> '{links,product_pictures}')) as colour
  )
) || (
  select jsonb_object_agg(field, coalesce((
    select jsonb_agg(row - array['product_id', 'position'] order by (row ->> 'position')::integer, (row ->> 'quantity')::integer)
    from jsonb_array_elements(former #> array['links', 'product_' || field]) as row
  ), '[]')) from unnest(array['pictures', 'parts', 'price_breaks']) as field
) where former ? 'links';

-- What undoes an edit of many products has their tags and branding methods among their fields: those that it removed before, those that it
-- added after.
create function pg_temp.changed_list(edit jsonb, product text, table_name text, tag_id text, change text) returns jsonb language sql as $$
  select coalesce(jsonb_agg(case when tag_id is null then link - 'product_id' else link -> tag_id end), '[]')
  from jsonb_array_elements(edit #> array[table_name, change]) as link where link ->> 'product_id' = product
$$;
update public.deleted_records set record = jsonb_build_object('products', (
  select jsonb_agg(jsonb_build_object(
    'id', change -> 'id', 'before', (change -> 'before') || lists.before, 'after', (change -> 'after') || lists.after
  ))
  from jsonb_array_elements(record -> 'products') as change
  cross join lateral (
    select
      coalesce(jsonb_object_agg(field, pg_temp.changed_list(record, change ->> 'id', table_name, tag_id, 'removed')), '{}') as before,
      coalesce(jsonb_object_agg(field, pg_temp.changed_list(record, change ->> 'id', table_name, tag_id, 'added')), '{}') as after
    from (values
      ('industries', 'product_industry_tags', 'industry_tag_id'), ('themes', 'product_themes', 'theme_id'),
      ('doctor_types', 'product_doctor_type_tags', 'doctor_type_tag_id'), ('branding', 'product_branding_methods', null)
    ) as kinds (field, table_name, tag_id) where record ? table_name
  ) as lists
)) where scope = 'edit' and record ?| array['product_industry_tags', 'product_themes', 'product_doctor_type_tags', 'product_branding_methods'];
drop function pg_temp.with_pictures(jsonb, text, jsonb);
drop function pg_temp.changed_list(jsonb, text, text, text, text);

update public.deleted_records as part set part_of = whole.id
from public.deleted_records as whole, jsonb_array_elements_text(whole.record -> 'ids') as listed
where whole.scope = 'records' and part.id = listed.value::uuid;

-- A colour points at its picture itself.
alter table public.product_colours disable trigger user;
update public.product_colours as colour set picture_position = null, picture = case colour.picture_position
  when 1 then (select image_url from public.products where id = colour.product_id)
  else (select url from public.product_pictures as picture where picture.product_id = colour.product_id and picture.position = colour.picture_position)
end where picture_position is not null;
alter table public.product_colours enable trigger user;

-- What colleagues have commented gets their address, where the name that the buyer gave them tells whose it is.
alter table public.quotation_events disable trigger keep_what_was_sent;
update public.quotation_events as event set value = event.value || jsonb_build_object('email', asked.email)
from (
  select version_id, coalesce(value ->> 'name', value ->> 'email') as name, min(value ->> 'email') as email
  from public.quotation_events where kind = 'approval_asked' group by 1, 2 having count(distinct lower(value ->> 'email')) = 1
) as asked
where event.kind = 'comment' and event.value ->> 'by' = 'approver' and not event.value ? 'email'
  and event.version_id = asked.version_id and event.actor_name = asked.name;
alter table public.quotation_events enable trigger keep_what_was_sent;

-- The first digest comes on the day after the update.
update public.profiles set digest_on = (now() at time zone 'Asia/Kolkata')::date where is_admin or is_sales;

-- Every e-mail address is one contact, named as it was first written.
insert into public.contacts (email, name, phone, created_at, user_id)
select distinct on (lower(email)) email, left(nullif(name, ''), 200), left(nullif(phone, ''), 50), at, (
  select id from auth.users where lower(users.email) = lower(written.email) limit 1
)
from (
  select email, name, phone, created_at as at from public.leads where erased_at is null
  union all
  select content #>> '{buyer,email}', content #>> '{buyer,name}', content #>> '{buyer,phone}', coalesce(sent_at, quotation.created_at)
  from public.quotation_versions join public.quotations as quotation on quotation.id = quotation_id
  union all
  select value ->> 'email', case when kind = 'approval_asked' then value ->> 'name' else actor_name end, null, created_at
  from public.quotation_events where value ? 'email'
  union all
  select email, null, null, created_at from public.privacy_requests where email <> 'erased'
  union all
  select users.email, profile.name, null, address_proven_at from public.profiles as profile join auth.users on users.id = profile.id
  where address_proven_at is not null and not is_admin and not is_sales
) as written
where private.is_email_address(email) order by lower(email), nullif(name, '') is null, nullif(phone, '') is null, at
on conflict do nothing;

update public.leads set contact_id = contact.id from public.contacts as contact
where lower(leads.email) = lower(contact.email) and leads.erased_at is null;
update public.quotation_versions set contact_id = contact.id from public.contacts as contact
where lower(content #>> '{buyer,email}') = lower(contact.email);
update public.quotations set contact_id = latest.contact_id
from (select distinct on (quotation_id) quotation_id, contact_id from public.quotation_versions order by quotation_id, revision desc) as latest
where latest.quotation_id = quotations.id and latest.contact_id is not null;
update public.quotation_events set contact_id = contact.id from public.contacts as contact where lower(value ->> 'email') = lower(contact.email);
update public.privacy_requests set contact_id = contact.id from public.contacts as contact where lower(privacy_requests.email) = lower(contact.email);
update public.outbox set contact_id = contacts.id from public.contacts where lower(contacts.email) = lower(recipient);
update public.quotation_links as link set contact_id = contacts.id from public.contacts where lower(contacts.email) = lower(link.email);
-- Of an erased person whose accepted quotations stay for the law.
update public.contacts as contact set name = null, phone = null, erased_at = now()
where exists (select from public.quotations where contact_id = contact.id and erase_on is not null)
  and not exists (select from public.quotations where contact_id = contact.id and erase_on is null)
  and not exists (select from public.leads where contact_id = contact.id) and user_id is null;
