-- quotas and links
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
drop function public.person_data(email text);

-- Words count once for a client and day, and twenty different searches do: a program does not fill the list from one address. A client is a network; an account where the server in
-- front names none, and all visitors together.
create or replace function private.report_missed_search(q text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  query_words constant text := array_to_string(private.search_words(left(q, 200)), ' ');
  typed constant text := regexp_replace(private.trimmed(left(q, 200)), '\s+', ' ', 'g');
  page jsonb;
  caller constant text := md5(concat_ws(' ', current_date, coalesce(private.client_network(), auth.uid()::text)));
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

-- Trims the texts of a lead. One from the API gets its id, date and sender from the server, and is answered by e-mail.
create or replace function private.normalize_lead() returns trigger
language plpgsql set search_path = '' as $$
declare
  is_sent constant boolean := private.is_sent_lead();
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
  new.name := private.trimmed(new.name);
  new.company := private.trimmed(new.company);
  new.email := private.trimmed(new.email);
  new.phone := private.trimmed(new.phone);
  new.message := nullif(private.trimmed(new.message), '');
  new.delivery_city := nullif(private.trimmed(new.delivery_city), '');
  if tg_op = 'INSERT' and is_sent and not private.is_deliverable(new.email) then
    raise exception 'leads_email_form: write the e-mail address like name@company.com, without quotes, brackets and invisible characters, and its host in ASCII'
      using errcode = '23514';
  end if;
  return new;
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

create or replace function private.person_data(email text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := private.trimmed(person_data.email);
begin
  perform private.require(private.is_admin(), 'Only administrators can read the data of a person');
  perform private.log_access('opened', array(select private.leads_of(address)), (select users.email::text from auth.users where id = auth.uid()));
  return private.data_of(address);
end
$$;

select private.expose('person_data', 'As open_my_data, of any address, noted in the access log. For administrators.');

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
    'Visits are counted as at most 50 events of the known kinds', '22023'
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

comment on function public.send_inquiry(pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.text,pg_catalog.jsonb,pg_catalog.text,pg_catalog.date,integer,pg_catalog.text,boolean,pg_catalog.jsonb,boolean) is 'Stores an inquiry with quantities as a lead, and gives its reference. The header x-inquiry-link is the token of its private page, at least 32 random characters; one in use is ignored. The items are its products, at most 1000, in order, of which only the name is required.';

comment on table private.event_quotas is 'How many events each network sent in this hour, and how many new words it and all together searched today. The client is a hash with the project''s secret that differs each hour or day.';

revoke all on function private.quota_key(at timestamp with time zone, VARIADIC uses text[]) from public, anon, authenticated, service_role;

revoke all on function private.take_words(number integer) from public, anon, authenticated, service_role;

revoke all on function private.new_link_hash(token text) from public, anon, authenticated, service_role;
grant execute on function private.new_link_hash(token text) to anon, authenticated, service_role;

revoke all on function public.person_data(email text) from public, anon, authenticated, service_role;
grant execute on function public.person_data(email text) to authenticated, service_role;
-- Written until here.
