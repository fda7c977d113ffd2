-- clearer sentences
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
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

create or replace function private.save_absence(away_until date, deputy uuid) returns void
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

create or replace function private.save_digest(hour integer, days integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require(private.is_staff(), 'Only administrators and sales have a digest');
  perform private.require(hour between 0 and 23 is not false and days between 5 and 7, 'Choose an hour of the day, and 5, 6 or 7 days', '22023');
  update public.profiles set digest_hour = hour, digest_days = days where id = auth.uid();
end
$$;

-- Ends with a sentence where a field of a product is unknown, a list is none or too long, or an image was removed: a form may be older than
-- the sweep that removed it.
create or replace function private.check_product(product jsonb) returns void
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

-- The row of a whole that has parts already; none of another kind.
create or replace function private.whole_of(whole uuid, scope text, entity text) returns public.deleted_records
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

-- Adds to the errors of a row what its product may not be, whatever it names.
create or replace function private.errors_of_row(product jsonb, errors jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if coalesce(product ->> 'name', '') = '' then
    errors := errors || '{"name": "Name is required"}';
  end if;
  if product ->> 'budget' <> all (private.budget_bands()) then
    errors := errors || jsonb_build_object('budget', format(
      'The budget must be one of %s', regexp_replace(array_to_string(private.budget_bands(), ', '), ', ([^,]*)$', ' and \1')
    ));
  end if;
  return errors;
end
$$;

-- Values: state (new, in_progress, quoted, won, lost, spam); assigned (the id of one of administrators(), or null); due (a day, or
-- null); note (a text); answered (email, whatsapp); merged (the id of the lead that stands for it, or null); undone (the number of
-- an answer, a state, an assignment or a merge); link (ended, or renewed, which mails the buyer another one). With the state lost go a
-- reason (price, date, product, other) and a note on it.
create or replace function private.handle_lead(lead uuid, kind text, value text default null, reason text default null, note text default null)
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
  if not found then
    perform private.refuse_change(null, null, 'lead');
  end if;
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
  perform private.give_quotations_of(lead, assignee.id, stored) where assignee.id is not null;
  if kind = 'link' and input = 'renewed' then
    insert into public.outbox (lead_id, kind, recipient, event_number)
    select id, 'acknowledgement', email, stored from public.leads where id = lead;
  end if;
  return stored;
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
create or replace function private.share_inquiry(reference text, shares boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  team constant text := private.team_of(auth.uid());
  own constant uuid := (select id from private.own_inquiries() where private.lead_reference(id) = upper(share_inquiry.reference) and erased_at is null limit 1);
begin
  perform private.require(own is not null and (team is not null or shares is not true), 'Only its sender can share an inquiry, and only with colleagues who also share');
  delete from private.shared_inquiries where lead_id = own;
  insert into private.shared_inquiries (lead_id, domain) select own, team where shares;
end
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

-- The quotation that staff act on, locked, so that those who act on the same one wait for each other.
create or replace function private.staffs_quotation(quotation uuid, states text[] default null, action text default null) returns public.quotations
language plpgsql set search_path = '' as $$
declare
  current public.quotations;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle quotations');
  select * into current from public.quotations as listed where listed.id = quotation for update;
  if not found then
    perform private.refuse_change(null, null, 'quotation');
  end if;
  perform private.require(
    current.erase_on is null, 'The buyer''s details were erased: the legal copy of this quotation can only be printed', 'PT409'
  );
  if states is not null then
    perform private.require_quotation_state(current, states, action);
  end if;
  return current;
end
$$;

-- What of a buyer's place and registration blocks sending: [field, sentence].
create or replace function private.problems_of_place(seller jsonb, buyer jsonb) returns table (field text, problem text)
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

-- A text that staff give, trimmed; null where there is none.
create or replace function private.staffs_text(label text, value text, is_required boolean default true) returns text
language plpgsql immutable set search_path = '' as $$
begin
  value := nullif(private.trimmed(value), '');
  perform private.require(value is not null or not is_required, format('The %s is missing', label), '22023');
  perform private.require(coalesce(char_length(value), 0) <= 2000, format('The %s may have at most 2000 characters', label), '22023');
  return value;
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

-- A colleague may change their mind while the quotation is open; the last word counts. What is decided is the choice that was asked
-- about, which is that of the page, with its total. The note is the asker's alone unless the colleague shows it to the seller, too.
create or replace function private.decide_approval(
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
    total_paise = (asked ->> 'total_paise')::bigint and private.required_choice(version.content, choice) = asked -> 'choice',
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

-- Uses up the code of a version. Ten wrong ones end it, whoever asks.
create or replace function private.use_acceptance_code(version uuid, code text) returns void
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

-- Delivery places as they are stored. A place abroad has no PIN code.
create or replace function private.cleaned_places(
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

-- At most three files of 20 MB together in a quotation, and twenty a day. The same file again is stored once.
create or replace function private.attach_purchase_order(token text, name text, content text) returns void
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

-- Cancels the order of a quotation whose acceptance is undone. Refuses once the work has begun.
create or replace function private.end_order(quotation uuid) returns void
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

-- The order that staff act on, locked; refuses one that was saved since the caller read it, that is cancelled, or whose person was erased.
create or replace function private.staffs_order(id uuid, saves integer default null, is_open boolean default true) returns public.orders
language plpgsql set search_path = '' as $$
declare
  current public.orders;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales handle orders');
  perform from public.quotations where quotations.id = (select quotation_id from public.orders as listed where listed.id = staffs_order.id) for update;
  select * into current from public.orders as listed where listed.id = staffs_order.id for update;
  if not found then
    perform private.refuse_change(null, null, 'order');
  end if;
  perform private.require(
    not exists (select from public.quotations where quotations.id = current.quotation_id and erase_on is not null),
    'The buyer''s details were erased: this order is kept as part of the legal copy', 'PT409'
  );
  perform private.require(current.saves = coalesce(staffs_order.saves, current.saves), 'This order has changed since it was opened', 'PT409');
  perform private.require(not is_open or current.cancelled_at is null, format('Order %s is cancelled', current.number), 'PT409');
  return current;
end
$$;

create or replace function private.make_order(quotation uuid) returns uuid
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

-- The orders of the lines that a caller named, locked one after the other behind their quotations.
create or replace function private.orders_of_lines(lines jsonb) returns setof public.orders
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

create or replace function private.move_order_lines(lines jsonb, state text, "text" text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reason constant text := private.staffs_text('reason', "text", state = 'returned');
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

create or replace function private.undo_order_steps(steps jsonb) returns integer
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

create or replace function private.save_order(
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

-- Places as they are stored, with their ids. Refuses more gifts than the lines have.
create or replace function private.cleaned_order_places(order_id uuid, places jsonb) returns jsonb
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

create or replace function private.save_order_places(order_id uuid, saves integer, places jsonb) returns integer
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

create or replace function private.set_order_proof(line uuid, needs_proof boolean) returns void
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

-- Tells the seller, in the history of the quotation or of the inquiry: by an e-mail of the first in ten minutes, and not of one that
-- comes with its inquiry, nor of a removal. So many are stored a day, that no link fills the history.
create or replace function private.record_artwork(token text, artwork private.artworks, is_removed boolean default false) returns void
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
create or replace function private.ask_for_proofs(owner private.artworks) returns void
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
create or replace function private.attach_artwork(token text, name text, content text) returns void
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

create or replace function private.remove_artwork(token text, id uuid) returns void
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

-- A line that is in production waits again.
create or replace function private.add_proof(line uuid, name text, content text, note text default null) returns uuid
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

-- The approval names the version, the person, the time and the hash of the file.
create or replace function private.decide_proof(token text, proof uuid, is_approved boolean, name text, comment text default null) returns void
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

-- A company has so many samples a month of India, of which refused ones are none, and a network ten a day. Staff are not limited.
create or replace function private.limit_samples(company text, added integer) returns void
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

-- By a link, or the reference of one of the caller's own inquiries.
create or replace function private.request_samples(token text, samples jsonb) returns void
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

-- The columns that a step changes, from what staff have entered.
create or replace function private.change_of_sample_step(step text, value jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  today constant date := private.day_in_india(now());
  input constant jsonb := private.cleaned_record(value, '{
    "reason": ["The reason", "text", 500], "courier": ["The courier", "text", 60], "tracking_number": ["The tracking number", "text", 60],
    "tracking_url": ["The tracking link", "text", 2000], "day": ["The day", "day"]
  }');
  change constant jsonb := jsonb_build_object('state', step) || case step
    when 'agreed' then '{}'
    when 'refused' then jsonb_build_object('reason', input -> 'reason')
    when 'sent' then input - array['day', 'reason']
      || jsonb_build_object('tracking_url', coalesce(input ->> 'tracking_url', private.tracking_link(input ->> 'courier', input ->> 'tracking_number')))
      || jsonb_build_object('sent_on', coalesce(input ->> 'day', today::text))
    when 'delivered' then jsonb_build_object('delivered_on', coalesce(input ->> 'day', today::text))
    when 'kept' then '{}'
    when 'returned' then '{}'
  end;
begin
  perform private.require(change is not null, 'A sample has no such step', '22023');
  perform private.require(step <> 'refused' or input ->> 'reason' is not null, 'The reason is missing', '22023');
  perform private.require(private.is_web_address(input ->> 'tracking_url') is not false, 'The tracking link must begin with https://', '22023');
  return change;
end
$$;

-- The last verdict counts, at most twenty a day. A sample that has one has arrived.
create or replace function private.judge_sample(token text, sample uuid, verdict text, comment text default null) returns void
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

-- Makes companies parts of another one, which takes their people and what it lacks of them.
create or replace function private.merge_companies(company uuid, others uuid[]) returns void
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

-- Of the caller, of companies, or of another person, whom only administrators hand over. Without a successor it only counts.
create or replace function private.hand_over_work(person uuid default null, companies uuid[] default '{}', successor uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  work record;
begin
  perform private.require(private.is_staff(), 'Only administrators and sales hand work over');
  perform private.require(person is null or person = auth.uid() or private.is_admin(), 'Only administrators can hand over the work of others');
  select * into work from private.open_work_of(person, companies);
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

create or replace function private.open_calendar(token text) returns jsonb
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

create or replace function private.remove_demo(most integer default 100) returns jsonb
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

-- One an address: a repeated test takes the place of the one before.
create or replace function private.send_test_mail() returns text
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

-- The key is in the answer alone: 152 random bits, of which the hash is stored.
create or replace function private.make_api_key(name text, scopes text[]) returns text
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

-- Returns the secret of a new one, which no other answer has; null of one that is changed.
create or replace function private.save_webhook(address text, events text[], is_enabled boolean default true, webhook uuid default null) returns text
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

create or replace function private.rotate_webhook_secret(webhook uuid) returns text
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
-- Written until here.
