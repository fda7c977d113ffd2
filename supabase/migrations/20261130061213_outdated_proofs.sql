-- outdated proofs
select set_config('lock_timeout', '5s', true);

-- Written by npm run migration from supabase/schemas.
-- Whether a line waits for its buyer's answer: its newest proof has none.
create or replace function private.waits_for_buyer(line public.order_lines) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return line.state = 'preparing' and line.needs_proof and exists (
    select from private.newest_proof(line.id) as newest where newest.id is not null and newest.decision is null
      and newest.made_for = private.proof_subject(line.id) is not false
  );
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
  perform private.require(line.state = 'preparing' and line.needs_proof, 'This line needs no approval any more', 'PT409');
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

-- The proofs of a line, the newest first: [{"id", "version", "name", "note", "sha256", "size", "created_at", "decision",
-- "decided_at", "decided_by", "comment", "is_outdated": whether the line is another one than it was made for}].
create or replace function private.proofs_of(line uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(
    to_jsonb(proof) - array['order_line_id', 'made_for'] || jsonb_build_object(
      'size', length(file.content), 'is_outdated', made_for = private.proof_subject(line) is false
    ) order by version desc
  ), '[]')
  from public.order_proofs as proof left join private.order_proof_files as file on file.proof_id = proof.id where order_line_id = line
$$;
-- Written until here.
