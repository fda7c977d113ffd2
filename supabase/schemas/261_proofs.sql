-- Proofs: what staff send of a line before it is made, and what its buyer decides (product.md, section 2, Artwork and proofs).

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
